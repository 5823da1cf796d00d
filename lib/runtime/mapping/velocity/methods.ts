import { isJavaNumber } from '../java-number';
import { isMap } from '../json';
import { hashCode } from './hash-code';
import { listMethods } from './list-methods';
import { mapMethods } from './map-methods';
import type { MethodsOf } from './method-table';
import { numberMethods } from './number-methods';
import { stringMethods } from './string-methods';
import { hostMethods, isSame, printValue } from './values';

/** Methods of every value. */
const EVERY_VALUE: MethodsOf<unknown> = {
  toString: (value: unknown) => printValue(value),
  equals: (value, other) => isSame(value, other),
  hashCode: (value: unknown) => hashCode(value),
};

/**
 * Calls a method of a value. Only the methods named here can be called: templates cannot reach anything that JavaScript
 * objects inherit. An unknown method returns undefined, which prints nothing.
 */
export function callMethod(value: unknown, name: string, args: readonly unknown[]): unknown {
  if (value === null || value === undefined) return undefined;
  const host = hostMethods(value);
  if (host !== undefined && Object.hasOwn(host, name)) return host[name]?.(...args);
  if (typeof value === 'string') return callOf(stringMethods, value, name, args);
  if (isJavaNumber(value)) return callOf(numberMethods, value, name, args);
  if (Array.isArray(value)) return callOf(listMethods, value as unknown[], name, args);
  if (isMap(value)) return callOf(mapMethods, value, name, args);
  return callOf(EVERY_VALUE, value, name, args);
}

// eslint-disable-next-line max-params -- the call's own four parts
function callOf<Value>(methods: MethodsOf<Value>, value: Value, name: string, args: readonly unknown[]): unknown {
  if (Object.hasOwn(methods, name)) return methods[name]?.(value, ...args);
  return Object.hasOwn(EVERY_VALUE, name) ? EVERY_VALUE[name]?.(value, ...args) : undefined;
}
