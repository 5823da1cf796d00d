import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** A JavaScript expression in RE2's syntax, and a bound on the work of V8's own engine. */
export interface LinearSource {
  readonly source: string;
  /** Maximum number of elements that V8 compares for each character; undefined if it may return to a character more often. */
  readonly directSteps: number | undefined;
}

const LAST_CODE_POINT = 0x10ffff;
const EVERYTHING = '\\x{0}-\\x{10ffff}';
/** Surrogates: halves of characters. */
const FIRST_HALF = 0xd800;
const LAST_HALF = 0xdfff;
const DIGITS: readonly Range[] = [[0x30, 0x39]];
const WORDS: readonly Range[] = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACES: readonly Range[] = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f],
  [0x3000, 0x3000], [0xfeff, 0xfeff],
];
const LINE_ENDS: readonly Range[] = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]];

type Range = readonly [from: number, to: number];

/** A single member of a character class: a character, or possibly half of one. */
type Unit = 'character' | 'half';

/** Thrown during the translation if RE2 has no counterpart. */
class NotLinearError extends Error {}

/**
 * Translates a JavaScript expression (flag `u` or none) into RE2's syntax; undefined if it has lookarounds or backreferences, or
 * names half a character. RE2 reads whole characters, as Java does; V8 without the flag `u` reads halves.
 * @example linearSource('^\\d+$')?.source // '\\A[\\x{30}-\\x{39}]+\\z'
 */
export function linearSource(source: string, flags: '' | 'u'): LinearSource | undefined {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags === 'u' });
  try {
    return { source: alternativesOf(pattern, flags === 'u' ? 'character' : 'half'), directSteps: directSteps(pattern) };
  } catch (error) {
    if (error instanceof NotLinearError) return undefined;
    throw error;
  }
}

function alternativesOf({ alternatives }: { readonly alternatives: readonly AST.Alternative[] }, unit: Unit): string {
  return alternatives.map(({ elements }) => wholeCharacters(elements).map((element) => elementOf(element, unit)).join('')).join('|');
}

/** Joins two consecutive halves to one character. */
function wholeCharacters(elements: readonly AST.Element[]): (AST.Element | number)[] {
  const joined: (AST.Element | number)[] = [];
  for (const element of elements) {
    const before = joined.at(-1);
    const isPair = isUnit(element, 0xdc00) && typeof before === 'object' && isUnit(before, 0xd800);
    if (isPair) joined[joined.length - 1] = String.fromCharCode(before.value, element.value).codePointAt(0) ?? 0;
    else joined.push(element);
  }
  return joined;
}

/** Whether it is a surrogate of the range that begins at 0xd800 or at 0xdc00. */
function isUnit(element: AST.Element, from: number): element is AST.Character {
  return element.type === 'Character' && element.value >= from && element.value < from + 0x400;
}

function elementOf(element: AST.Element | number, unit: Unit): string {
  if (typeof element === 'number') return `\\x{${element.toString(16)}}`;
  switch (element.type) {
    case 'Assertion': return assertionOf(element);
    case 'Quantifier': return quantified(element, unit);
    case 'CapturingGroup': return `(${element.name === null ? '' : `?P<${element.name}>`}${alternativesOf(element, unit)})`;
    case 'Group': return `(?:${alternativesOf(element, unit)})`;
    case 'Character': return `[${writtenRange([element.value, element.value], unit)}]`;
    case 'CharacterSet': return setOf(element);
    case 'CharacterClass': return characterClass(element, unit);
    default: throw new NotLinearError();
  }
}

function assertionOf(assertion: AST.Assertion): string {
  switch (assertion.kind) {
    case 'start': return '\\A';
    case 'end': return '\\z';
    case 'word': return assertion.negate ? '\\B' : '\\b';
    default: throw new NotLinearError();
  }
}

function quantified({ element, min, max, greedy }: AST.Quantifier, unit: Unit): string {
  const times = max === Infinity ? `{${min},}` : `{${min},${max}}`;
  return `(?:${elementOf(element, unit)})${times}${greedy ? '' : '?'}`;
}

function setOf(set: AST.CharacterSet): string {
  if (set.kind === 'property') return `[${propertyOf(set)}]`;
  const isNegated = set.kind === 'any' || set.negate;
  return `[${isNegated ? '^' : ''}${rangesText(rangesOf(set))}]`;
}

/** Only the names that both engines know: general categories by their short names, and scripts. */
function propertyOf({ key, value, negate }: AST.UnicodePropertyCharacterSet): string {
  if (value === null || !['General_Category', 'Script'].includes(key)) throw new NotLinearError();
  return `\\${negate ? 'P' : 'p'}{${value}}`;
}

function rangesOf({ kind }: AST.CharacterSet): readonly Range[] {
  switch (kind) {
    case 'digit': return DIGITS;
    case 'word': return WORDS;
    case 'space': return SPACES;
    default: return LINE_ENDS;
  }
}

function characterClass({ elements, negate }: AST.CharacterClass, unit: Unit): string {
  if (elements.length === 0) return `[${negate ? '' : '^'}${EVERYTHING}]`;
  const members = elements.map((member) => {
    switch (member.type) {
      case 'Character': return writtenRange([member.value, member.value], unit);
      case 'CharacterClassRange': return writtenRange([member.min.value, member.max.value], unit);
      case 'CharacterSet': return member.kind === 'property' ? propertyOf(member) : memberSet(member);
      default: throw new NotLinearError();
    }
  });
  return `[${negate ? '^' : ''}${members.join('')}]`;
}

function memberSet(set: AST.EscapeCharacterSet | AST.AnyCharacterSet): string {
  return set.kind !== 'any' && set.negate ? complementText(rangesOf(set)) : rangesText(rangesOf(set));
}

function complementText(ranges: readonly Range[]): string {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), LAST_CODE_POINT];
  return rangesText(starts.map((from, index) => [from, ends[index] ?? LAST_CODE_POINT]));
}

function rangesText(ranges: readonly Range[]): string {
  return ranges.map(([from, to]) => `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`).join('');
}

/** A range that contains all surrogates also contains the characters above U+FFFF. */
function writtenRange(range: Range, unit: Unit): string {
  const [from, to] = range;
  if (unit === 'character' || from > LAST_HALF || to < FIRST_HALF) return rangesText([range]);
  if (from > FIRST_HALF || to < LAST_HALF) throw new NotLinearError();
  return rangesText([range, [0x10000, LAST_CODE_POINT]]);
}

/**
 * The most that V8 compares for each character, if there is a bound: for a sequence of single characters in which at most one
 * repetition is followed by something that may fail and make it backtrack, or none if a match may begin anywhere.
 */
function directSteps({ alternatives }: AST.Pattern): number | undefined {
  const [only, ...others] = alternatives;
  const elements = others.length === 0 && only !== undefined ? sequenceOf(only) : undefined;
  if (elements === undefined) return undefined;
  const isAnchored = elements[0]?.type === 'Assertion' && elements[0].kind === 'start';
  const open = elements.filter((element, index) => element.type === 'Quantifier' && element.min !== element.max && index < elements.length - 1);
  if (open.length > (isAnchored ? 1 : 0)) return undefined;
  return elements.reduce((sum, element) => sum + (element.type === 'Quantifier' ? Math.max(1, element.min) : 1), 1);
}

/** The elements of a sequence, with those of groups that occur exactly once; undefined if there are any others. */
function sequenceOf({ elements }: AST.Alternative): AST.Element[] | undefined {
  const flat: AST.Element[] = [];
  for (const element of elements) {
    if (isSingle(element) || (element.type === 'Quantifier' && isSingle(element.element))) {
      flat.push(element);
      continue;
    }
    const isGroup = element.type === 'Group' || element.type === 'CapturingGroup';
    const inner = isGroup && element.alternatives.length === 1 ? element.alternatives[0] : undefined;
    const sequence = inner && sequenceOf(inner);
    if (sequence === undefined) return undefined;
    flat.push(...sequence);
  }
  return flat;
}

function isSingle({ type, ...element }: AST.Element): boolean {
  if (type === 'Assertion') return 'kind' in element && ['start', 'end', 'word'].includes(element.kind);
  return ['Character', 'CharacterSet', 'CharacterClass'].includes(type);
}
