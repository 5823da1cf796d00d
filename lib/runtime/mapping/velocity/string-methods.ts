import { readJavaPattern } from '../../../spec';
import type { MethodsOf } from './method-table';
import { madeList, printValue, readMember } from './values';

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
  replaceAll: (text, pattern, other) => replaced(text, expression(pattern, 'g'), other),
  replaceFirst: (text, pattern, other) => replaced(text, expression(pattern), other),
  matches: (text, pattern) => new RegExp(`^(?:${readJavaPattern(printValue(pattern)).source})$`).test(text),
  split: (text, pattern) => madeList(withoutTrailingEmpty(partsOf(text, expression(pattern, 'g').expression))),
};

interface Compiled {
  readonly expression: RegExp;
  /** See JavaPattern. */
  readonly groups: readonly number[];
}

/** A Java expression. */
function expression(pattern: unknown, flags = ''): Compiled {
  const { source, groups } = readJavaPattern(printValue(pattern));
  return { expression: new RegExp(source, flags), groups };
}

/** Java's replacement texts: `$1` and `${name}` are groups, a backslash takes the next character as it is. */
function replaced(text: string, { expression: pattern, groups }: Compiled, replacement: unknown): string {
  return text.replace(pattern, (...match: unknown[]) =>
    printValue(replacement).replace(/\\(.)|\$(\d)|\$\{(\w+)\}/gs, (...[, quoted, number, name]: (string | undefined)[]) => {
      if (quoted !== undefined) return quoted;
      return printValue(number === undefined ? readMember(match.at(-1), name) : match[groups[Number(number)] ?? match.length]);
    }));
}

/** @throws when Java would: a position outside of the text */
function inRange(text: string, position: unknown): number {
  const index = Number(position);
  if (!Number.isInteger(index) || index < 0 || index > text.length) throw new Error(`position ${printValue(position)} is outside of a text of ${text.length}`);
  return index;
}

/** The texts between the matches; one without length splits characters, but nothing off at the beginning. */
function partsOf(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: matched, index } of text.matchAll(separator)) {
    if (matched === '' && index === 0) continue;
    parts.push(text.slice(from, index));
    from = index + matched.length;
  }
  return [...parts, text.slice(from)];
}

/** Java's split leaves out empty texts at the end. */
function withoutTrailingEmpty(parts: readonly string[]): string[] {
  let end = parts.length;
  while (end > 0 && parts[end - 1] === '') end -= 1;
  return parts.slice(0, end);
}
