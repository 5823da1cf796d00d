import { asMatcher, inside, mismatch, shown, type Mismatch } from './matcher';

/** Whether objects of a pattern may omit members of the value. */
export type Strictness = 'partial' | 'exact';

/**
 * The mismatches of a value with a pattern: matchers decide themselves, arrays must have the same elements in the same
 * order, objects at least the members of the pattern; everything else must be equal.
 */
export function compare(pattern: unknown, actual: unknown, strictness: Strictness): Mismatch[] {
  const own = asMatcher(pattern);
  if (own !== undefined) return [...own.mismatches(actual)];
  if (Array.isArray(pattern)) return compareArrays(pattern, actual, strictness);
  if (typeof pattern === 'object' && pattern !== null) return compareObjects(pattern, actual, strictness);
  return Object.is(pattern, actual) ? [] : [difference(pattern, actual)];
}

function compareArrays(pattern: readonly unknown[], actual: unknown, strictness: Strictness): Mismatch[] {
  if (!Array.isArray(actual)) return [difference(pattern, actual)];
  if (actual.length !== pattern.length) return [mismatch(`expected ${pattern.length} elements, has ${actual.length}: ${shown(actual)}`)];
  return pattern.flatMap((expected, index) => inside(index, compare(expected, actual[index], strictness)));
}

function compareObjects(pattern: object, actual: unknown, strictness: Strictness): Mismatch[] {
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return [difference(pattern, actual)];
  const values = new Map<string, unknown>(Object.entries(actual));
  const wanted = Object.entries(pattern);
  const mismatches = wanted.flatMap(([name, expected]) => inside(name, compare(expected, values.get(name), strictness)));
  if (strictness === 'partial') return mismatches;
  const known = new Set(wanted.map(([name]) => name));
  const unknown = [...values.keys()].filter((name) => !known.has(name));
  return [...mismatches, ...unknown.flatMap((name) => inside(name, [mismatch(`expected to be absent, is ${shown(values.get(name))}`)]))];
}

function difference(pattern: unknown, actual: unknown): Mismatch {
  return mismatch(actual === undefined ? `is missing, expected ${shown(pattern)}` : `expected ${shown(pattern)}, is ${shown(actual)}`);
}
