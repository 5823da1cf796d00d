/** A place in a source; both numbers begin with 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
  /** Printed above the line. */
  readonly name?: string;
}

/** How much of a line is shown, and how much of it before the column at least: a wrapped line would leave its mark behind. */
const SHOWN = 72;
const SHOWN_BEFORE = 48;

/** The line of a source with a mark below its column, as esbuild prints it; nothing if the source has no such line. */
export function sourceFrame(source: string, { line, column, name }: SourcePosition): string[] {
  const text = source.split(/\r?\n/)[line - 1]?.replaceAll('\t', ' ');
  if (text === undefined || text.trim() === '') return [];
  const from = text.length <= SHOWN ? 0 : Math.max(0, column - 1 - SHOWN_BEFORE);
  const [before, after] = [from > 0 ? '…' : '', text.length > from + SHOWN ? '…' : ''];
  const mark = ' '.repeat(before.length + column - 1 - from);
  return [
    ...(name === undefined ? [] : [`    ${name}:${line}:${column}:`]),
    `    ${line} │ ${before}${text.slice(from, from + SHOWN)}${after}`,
    `    ${' '.repeat(String(line).length)} ╵ ${mark}^`,
  ];
}
