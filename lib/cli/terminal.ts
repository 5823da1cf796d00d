import { createColors } from 'picocolors';

/** The environment of a command. */
export interface Terminal {
  /** Standard output: results that another program may read. */
  readonly out: (text: string) => void;
  /** The same for a text in UTF-8, one character per byte. */
  readonly outUtf8?: (text: string) => void;
  /** Standard error: warnings, progress, errors. */
  readonly err: (text: string) => void;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether `out` is a terminal with colors. */
  readonly hasColor: boolean;
  /** How many characters a line has now; undefined where output is not a terminal. */
  readonly columns?: () => number | undefined;
  /** Asks a question and resolves with the line that is typed; undefined where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
}

export type Colors = ReturnType<typeof createColors>;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    outUtf8: (text) => void process.stdout.write(text, 'latin1'),
    err: (text) => void process.stderr.write(text),
    directory: process.cwd(),
    environment: process.env,
    hasColor: process.stdout.isTTY === true,
    ...(process.stdout.isTTY === true ? { columns: () => process.stdout.columns } : {}),
    ...(process.stdin.isTTY === true && process.stdout.isTTY === true ? { ask } : {}),
  };
}

/** Loaded when something is asked. */
async function ask(question: string): Promise<string> {
  const prompt = await import('./prompt');
  return prompt.ask(question);
}

/** Whether to use colors: not with --no-color or NO_COLOR; always with FORCE_COLOR. @see https://no-color.org */
export function usesColor(terminal: Terminal, options: { readonly color?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR } = terminal.environment;
  if (options.color === false || (NO_COLOR ?? '') !== '') return false;
  return (FORCE_COLOR ?? '') !== '' || terminal.hasColor;
}

/** The color functions; identity functions without colors. */
export function colorsOf(terminal: Terminal, options: { readonly color?: boolean }): Colors {
  return createColors(usesColor(terminal, options));
}

/** A value as JSON text. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
