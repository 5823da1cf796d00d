import { isDeepStrictEqual } from 'node:util';

/** The value at a path of names joined by dots, `` for the root; `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const names = path === '' ? [] : path.split('.');
  return names.reduce((part: unknown, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), value);
}

/** Whether all listed members are there and equal: objects recursively, arrays exactly. */
export function isSubset(value: unknown, expected: unknown): boolean {
  if (!isObject(expected) || Array.isArray(expected)) return isDeepStrictEqual(value, expected);
  return isObject(value) && Object.entries(expected).every(([name, one]) => Object.hasOwn(value, name) && isSubset(value[name], one));
}

/** The value with all member names in lower case. */
export function withLowerCaseNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLowerCaseNames);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), withLowerCaseNames(one)]));
}

/** Arrays too: their members are found by index. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
