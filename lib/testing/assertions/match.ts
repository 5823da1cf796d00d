import { GatewayError } from '../../errors';
import { compare } from './compare';
import { asMatcher, inside, matcher, mismatch, shown, type Matcher, type Mismatch } from './matcher';

/**
 * Matchers for patterns, with the names and behavior of aws-cdk-lib's `Match`: by default, an object of a
 * pattern may omit members and an array may not omit elements. It does not need aws-cdk-lib, whose matchers are accepted
 * as well.
 * @example assertions.hasMethod('POST', '/pets', { requestValidator: Match.absent(), apiKeyRequired: true });
 */
export const Match = {
  /** The member is absent. */
  absent: (): Matcher => matcher('Match.absent()', (actual) => (actual === undefined ? [] : [mismatch(`expected to be absent, is ${shown(actual)}`)])),

  /** Any value; the member must be present. */
  anyValue: (): Matcher => matcher('Match.anyValue()', (actual) => (actual === undefined || actual === null ? [mismatch('is missing, expected any value')] : [])),

  /** Exactly this value, at any depth, without further members. */
  exact: (pattern: unknown): Matcher => matcher(`Match.exact(${shown(pattern)})`, (actual) => compare(pattern, actual, 'exact')),

  /** An object with these members and no others, at any depth. */
  objectEquals: (pattern: object): Matcher => matcher(`Match.objectEquals(${shown(pattern)})`, (actual) => compare(pattern, actual, 'exact')),

  /** An object with at least these members, at any depth. */
  objectLike: (pattern: object): Matcher => matcher(`Match.objectLike(${shown(pattern)})`, (actual) => compare(pattern, actual, 'partial')),

  /** An array of exactly these elements, compared at any depth. */
  arrayEquals: (pattern: readonly unknown[]): Matcher => matcher(`Match.arrayEquals(${shown(pattern)})`, (actual) => compare(pattern, actual, 'exact')),

  /** An array with at least these elements, in this order. */
  arrayWith: (pattern: readonly unknown[]): Matcher => matcher(`Match.arrayWith(${shown(pattern)})`, (actual) => withoutElements(pattern, actual)),

  /** A string that the regular expression matches; given as text, it has the flags `gm`. */
  stringLikeRegexp: (pattern: string | RegExp): Matcher => stringLike(pattern),

  /** A string of JSON that matches this. */
  serializedJson: (pattern: unknown): Matcher => matcher(`Match.serializedJson(${shown(pattern)})`, (actual) => jsonMismatches(pattern, actual)),

  /** Anything the pattern does not match. */
  not: (pattern: unknown): Matcher => matcher(`Match.not(${shown(pattern)})`, (actual) =>
    (compare(pattern, actual, 'partial').length > 0 ? [] : [mismatch(`expected not to match ${shown(pattern)}, is ${shown(actual)}`)])),
} as const;

/** The missing elements; the nearest candidate explains each. */
function withoutElements(pattern: readonly unknown[], actual: unknown): Mismatch[] {
  if (!Array.isArray(actual)) return [mismatch(`expected an array, is ${shown(actual)}`)];
  let from = 0;
  for (const expected of pattern) {
    const index = actual.findIndex((element, location) => location >= from && compare(expected, element, 'partial').length === 0);
    if (index < 0) return [mismatch(`no element${from === 0 ? '' : ` after [${from - 1}]`} matches ${shown(expected)}`), ...nearestElement(expected, actual)];
    from = index + 1;
  }
  return [];
}

function nearestElement(pattern: unknown, actual: readonly unknown[]): Mismatch[] {
  if (asMatcher(pattern) === undefined && typeof pattern !== 'object') return [mismatch(`elements are ${shown(actual)}`)];
  const tried = actual.map((element, index) => ({ index, mismatches: compare(pattern, element, 'partial') }));
  const [nearest] = tried.sort((left, right) => left.mismatches.length - right.mismatches.length);
  return nearest === undefined ? [mismatch('the array is empty')] : inside(nearest.index, nearest.mismatches);
}

/** @throws TEST_PATTERN_INVALID */
function stringLike(pattern: string | RegExp): Matcher {
  const expression = typeof pattern === 'string' ? compiled(pattern) : pattern;
  return matcher(`Match.stringLikeRegexp(${String(expression)})`, (actual) => {
    if (typeof actual !== 'string') return [mismatch(`expected a string that matches ${String(expression)}, is ${shown(actual)}`)];
    return actual.search(expression) >= 0 ? [] : [mismatch(`expected a string that matches ${String(expression)}, is ${shown(actual)}`)];
  });
}

function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'gm');
  } catch (cause) {
    throw new GatewayError('TEST_PATTERN_INVALID', { pattern, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
  }
}

function jsonMismatches(pattern: unknown, actual: unknown): Mismatch[] {
  if (typeof actual !== 'string') return [mismatch(`expected a string of JSON, is ${shown(actual)}`)];
  const parsed = parseJson(actual);
  return parsed === undefined ? [mismatch(`expected a string of JSON, is ${shown(actual)}`)] : compare(pattern, parsed.value, 'partial');
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined; // another text
  }
}
