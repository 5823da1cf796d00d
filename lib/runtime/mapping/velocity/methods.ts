import { doubleOf, doubleValue, integerValue, isJavaNumber, readNumber, type JavaNumber } from '../java-number';
import { isMap } from '../json';
import { listMethods } from './list-methods';
import { mapMethods } from './map-methods';
import type { MethodsOf } from './method-table';
import { stringMethods } from './string-methods';
import { hostMethods, isEqual, numberOf, printValue } from './values';

/** Methods of every value. */
const EVERY_VALUE: MethodsOf<unknown> = {
  toString: (value: unknown) => printValue(value),
  equals: (value, other) => isEqual(value, other),
};

/** Also gives `$Integer.parseInt(text)`: templates create a number first to get its methods. */
const NUMBERS: MethodsOf<JavaNumber> = {
  intValue: (value) => integerValue(value),
  longValue: (value) => integerValue(value),
  doubleValue: (value) => doubleOf(doubleValue(value)),
  parseInt: (_, text) => parsedInteger(text),
  parseLong: (_, text) => parsedInteger(text),
  parseDouble: (_, text) => doubleOf(numberOf(text)),
  valueOf: (_: JavaNumber, given: unknown) => (isJavaNumber(given) ? given : parsedNumber(printValue(given))),
};

/**
 * Calls a method of a value. Only the methods named here can be called: templates cannot reach anything that JavaScript
 * objects inherit. An unknown method returns undefined, which prints nothing.
 */
export function callMethod(value: unknown, name: string, given: readonly unknown[]): unknown {
  if (value === null || value === undefined) return undefined;
  const host = hostMethods(value);
  if (host !== undefined && Object.hasOwn(host, name)) return host[name]?.(...given);
  if (typeof value === 'string') return callOf(stringMethods, value, name, given);
  if (isJavaNumber(value)) return callOf(NUMBERS, value, name, given);
  if (Array.isArray(value)) return callOf(listMethods, value as unknown[], name, given);
  if (isMap(value)) return callOf(mapMethods, value, name, given);
  return callOf(EVERY_VALUE, value, name, given);
}

// eslint-disable-next-line max-params -- the call's own four parts
function callOf<Value>(methods: MethodsOf<Value>, value: Value, name: string, given: readonly unknown[]): unknown {
  if (Object.hasOwn(methods, name)) return methods[name]?.(value, ...given);
  return Object.hasOwn(EVERY_VALUE, name) ? EVERY_VALUE[name]?.(value, ...given) : undefined;
}

function parsedInteger(text: unknown): JavaNumber {
  const given = printValue(text);
  if (!/^[+-]?\d+$/.test(given)) throw new Error(`"${given.slice(0, 40)}" is not a valid integer`);
  return readNumber(given.replace('+', ''));
}

function parsedNumber(text: string): JavaNumber {
  return /^[+-]?\d+$/.test(text) ? parsedInteger(text) : doubleOf(numberOf(text));
}
