import { stripVTControlCharacters } from 'node:util';

/** Nobody reads in a terminal narrower than this. */
const MIN_COLUMNS = 40;

/**
 * Breaks lines that are longer than a terminal is wide, between words; what continues a line is indented. A word that is longer than a
 * line, such as a URL, stays whole, so that it can be copied. Escape sequences have no width.
 */
export function wrapLines(text: string, columns: number, indent: string): string {
  if (columns < MIN_COLUMNS || text.length <= columns) return text;
  return text.split('\n').map((line) => wrapLine(line, columns, indent)).join('\n');
}

function wrapLine(line: string, columns: number, indent: string): string {
  if (lengthOf(line) <= columns) return line;
  const own = /^ */.exec(line)?.[0] ?? '';
  const continued = own.length > indent.length ? own : indent;
  const [first = '', ...words] = line.slice(own.length).split(/(?<=\S)(?= )/);
  const lines: string[] = [];
  let current = own + first;
  for (const word of words) {
    if (lengthOf(current + word) <= columns) {
      current += word;
    } else {
      lines.push(current);
      current = continued + word.trimStart();
    }
  }
  return [...lines, current].join('\n');
}

function lengthOf(text: string): number {
  return text.includes('\u001b') ? stripVTControlCharacters(text).length : text.length;
}
