import type { MethodsOf } from './method-table';
import { madeList, printValue } from './values';

/** Methods of java.lang.String that templates use. */
export const stringMethods: MethodsOf<string> = {
  length: (text) => text.length,
  isEmpty: (text) => text === '',
  isBlank: (text) => text.trim() === '',
  contains: (text, part) => text.includes(printValue(part)),
  startsWith: (text, part) => text.startsWith(printValue(part)),
  endsWith: (text, part) => text.endsWith(printValue(part)),
  indexOf: (text, part) => text.indexOf(printValue(part)),
  lastIndexOf: (text, part) => text.lastIndexOf(printValue(part)),
  equalsIgnoreCase: (text, other) => text.toLowerCase() === printValue(other).toLowerCase(),
  compareTo: (text, other) => (text < printValue(other) ? -1 : text > printValue(other) ? 1 : 0),
  charAt: (text, index) => text.charAt(Number(index)),
  substring: (text, from, to) => text.slice(inRange(text, from), to === undefined ? undefined : inRange(text, to)),
  concat: (text, other) => text + printValue(other),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  strip: (text) => text.trim(),
  replace: (text, part, other) => text.replaceAll(printValue(part), () => printValue(other)),
  replaceAll: (text, pattern, other) => text.replace(expression(pattern, 'g'), javaReplacement(printValue(other))),
  replaceFirst: (text, pattern, other) => text.replace(expression(pattern), javaReplacement(printValue(other))),
  matches: (text, pattern) => new RegExp(`^(?:${printValue(pattern)})$`).test(text),
  split: (text, pattern) => madeList(withoutTrailingEmpty(text.split(expression(pattern)))),
};

function expression(pattern: unknown, flags = ''): RegExp {
  return new RegExp(printValue(pattern), flags);
}

/** Java's replacement texts: `$1` is a group, a backslash takes the next character as it is. */
function javaReplacement(replacement: string): (...match: unknown[]) => string {
  return (...match) => replacement.replace(/\\(.)|\$(\d)/gs, (_, quoted: string | undefined, group: string | undefined) =>
    quoted ?? (typeof match[Number(group)] === 'string' ? String(match[Number(group)]) : ''));
}

/** @throws when Java would: a position outside of the text */
function inRange(text: string, position: unknown): number {
  const index = Number(position);
  if (!Number.isInteger(index) || index < 0 || index > text.length) throw new Error(`position ${printValue(position)} is outside of a text of ${text.length}`);
  return index;
}

/** Java's split leaves out empty texts at the end. */
function withoutTrailingEmpty(parts: readonly string[]): string[] {
  let end = parts.length;
  while (end > 0 && parts[end - 1] === '') end -= 1;
  return parts.slice(0, end);
}
