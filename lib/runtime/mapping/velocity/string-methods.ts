import { LIMITS } from '../../../spec';
import { templatePattern, type Match, type Pattern } from '../../sandbox/pattern';
import { spend, stepsOfText } from '../../sandbox/step-budget';
import type { MethodsOf } from './method-table';
import { formatText } from './format-text';
import { bounded, madeList, numberOf, positionIn, printValue, rangeIn } from './values';

/** Methods of java.lang.String that templates use. */
export const stringMethods: MethodsOf<string> = {
  length: (text) => text.length,
  isEmpty: (text) => text === '',
  isBlank: (text) => text.trim() === '',
  contains: (text, part) => text.includes(searched(text, part)),
  startsWith: (text, part, at = 0) => isWithin(text, numberOf(at)) && text.startsWith(printValue(part), numberOf(at)),
  endsWith: (text, part) => text.endsWith(printValue(part)),
  indexOf: (text, part, from = 0) => text.indexOf(searched(text, part), numberOf(from)),
  lastIndexOf: (text, part, from = text.length) => (numberOf(from) < 0 ? -1 : text.lastIndexOf(searched(text, part), numberOf(from))),
  equalsIgnoreCase: (text, other) => text.toLowerCase() === printValue(other).toLowerCase(),
  compareTo: (text, other) => difference(text, printValue(other)),
  compareToIgnoreCase: (text, other) => difference(text.toLowerCase(), printValue(other).toLowerCase()),
  format: (_, format, ...args) => formatText(printValue(format), args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
  valueOf: (_: string, value: unknown) => printValue(value),
  getBytes: (text) => madeList(spentItems(text, () => [...new Int8Array(Buffer.from(text, 'utf8'))])),
  toCharArray: (text) => madeList(spentItems(text, () => text.split(''))),
  codePointAt: (text, index) => text.codePointAt(positionIn(text, index)),
  repeat: (text, count) => repeated(text, numberOf(count)),
  charAt: (text, index) => text.charAt(positionIn(text, index)),
  substring: (text, from, to) => text.slice(...rangeIn(text, from, to)),
  concat: (text, suffix) => text + printValue(suffix),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  strip: (text) => text.trim(),
  replace: (text, part, value) => {
    const replacement = printValue(value);
    return text.replaceAll(searched(text, part), () => spent(replacement));
  },
  replaceAll: (text, pattern, replacement) => replaced(text, expression(pattern).matches(text), replacement),
  replaceFirst: (text, pattern, replacement) => replaced(text, firstOf(expression(pattern).matches(text)), replacement),
  matches: (text, pattern) => templatePattern(printValue(pattern), 'whole').test(text),
  split: (text, pattern, limit = 0) => {
    const parts = partsOf(text, expression(pattern), numberOf(limit));
    return madeList(numberOf(limit) === 0 ? withoutTrailingEmpty(parts) : parts);
  },
};

/** Methods that take an expression, and which part of a text it must match. */
export const PATTERN_METHODS: Readonly<Record<string, 'whole' | 'anywhere'>> = {
  matches: 'whole', replaceAll: 'anywhere', replaceFirst: 'anywhere', split: 'anywhere',
};

function expression(pattern: unknown): Pattern {
  return templatePattern(printValue(pattern), 'anywhere');
}

/** A text to search for, which may be compared at each position. */
function searched(text: string, part: unknown): string {
  const wanted = printValue(part);
  spend(stepsOfText(text.length) + (text.length * wanted.length) / 32);
  return wanted;
}

function spent(text: string): string {
  spend(stepsOfText(text.length));
  return text;
}

/** The distance between the first differing characters, otherwise between the lengths. */
function difference(text: string, other: string): number {
  const length = Math.min(text.length, other.length);
  spend(stepsOfText(length));
  for (let index = 0; index < length; index += 1) {
    const distance = text.charCodeAt(index) - other.charCodeAt(index);
    if (distance !== 0) return distance;
  }
  return text.length - other.length;
}

/** The parts of a text as a list. */
function spentItems<Item>(text: string, itemsOf: () => Item[]): Item[] {
  spend(text.length);
  return itemsOf();
}

function repeated(text: string, count: number): string {
  if (!Number.isInteger(count) || count < 0) throw new Error('repeat expects a count of at least 0');
  if (text.length * count > LIMITS.payloadBytes.max) throw new Error(`a text of more than ${LIMITS.payloadBytes.max} characters`);
  return text.repeat(count);
}

function* firstOf(matches: Iterable<Match>): Iterable<Match> {
  for (const match of matches) {
    yield match;
    return;
  }
}

function replaced(text: string, matches: Iterable<Match>, replacement: unknown): string {
  const wanted = printValue(replacement);
  let result = '';
  let from = 0;
  for (const match of matches) {
    result = bounded(result + text.slice(from, match.index) + replacementText(match, wanted));
    from = match.index + match.text.length;
  }
  return result + text.slice(from);
}

/** Java's replacement texts: `$1` and `${name}` are groups, a backslash escapes the next character. */
function replacementText(match: Match, replacement: string): string {
  return spent(replacement).replace(/\\(.)|\$(\d)|\$\{(\w+)\}/gs, (...[, quoted, number, name]: (string | undefined)[]) =>
    quoted ?? spent((number === undefined ? match.named(name ?? '') : match.group(Number(number))) ?? ''));
}

function isWithin(text: string, index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index <= text.length;
}

/** The texts between the matches, at most `limit` if it is above 0; an empty match splits between characters, but not at the beginning. */
function partsOf(text: string, separator: Pattern, limit: number): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { text: matched, index } of separator.matches(text)) {
    if (parts.length === limit - 1) break;
    if (matched === '' && index === 0) continue;
    parts.push(text.slice(from, index));
    from = index + matched.length;
  }
  return [...parts, text.slice(from)];
}

/** Java's split omits trailing empty strings. */
function withoutTrailingEmpty(parts: readonly string[]): string[] {
  let end = parts.length;
  while (end > 0 && parts[end - 1] === '') end -= 1;
  return parts.slice(0, end);
}
