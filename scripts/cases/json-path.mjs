// Looking into JSON values.
import { isDeepStrictEqual } from 'node:util';

/** The value at a path of names joined by dots, `` for the root; `undefined` where there is none. */
export function valueAt(value, path) {
  const names = path === '' ? [] : path.split('.');
  return names.reduce((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), value);
}

/** Whether all listed members are there and equal: objects recursively, arrays exactly. */
export function isSubset(value, wanted) {
  if (!isObject(wanted) || Array.isArray(wanted)) {
    return isDeepStrictEqual(value, wanted);
  }
  return isObject(value) && Object.entries(wanted).every(([name, one]) => Object.hasOwn(value, name) && isSubset(value[name], one));
}

/** The value with all member names in lower case. */
export function withLowerCaseNames(value) {
  if (Array.isArray(value)) {
    return value.map(withLowerCaseNames);
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), withLowerCaseNames(one)]));
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}
