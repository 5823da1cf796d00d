import { spend } from '../../sandbox/step-budget';
import { compareNumbers } from '../arithmetic';
import { doubleOf, doubleValue, integerValue, isJavaNumber, readNumber, type JavaNumber } from '../java-number';
import { isMap } from '../json';
import { hashCode } from './hash-code';
import type { MethodsOf } from './method-table';
import { stringMethods } from './string-methods';
import {
  entryMap, hostMethods, isSame, keyText, madeList, namesOf, numberOf, positionIn, printValue, rangeIn, readItem, readMember, writeMember,
  type ValueMap,
} from './values';

/** Methods of every value. */
const EVERY_VALUE: MethodsOf<unknown> = {
  toString: (value: unknown) => printValue(value),
  equals: (value, other) => isSame(value, other),
  hashCode: (value: unknown) => hashCode(value),
};

/** Methods of java.util.List that templates use. */
const listMethods: MethodsOf<unknown[]> = {
  size: (list) => list.length,
  isEmpty: (list) => list.length === 0,
  get: readItem,
  contains: (list, item) => indexOf(list, item) >= 0,
  indexOf,
  add: (list, item) => list.push(item) > 0,
  addAll: (list, items) => {
    const added = Array.isArray(items) ? (items as unknown[]).slice() : []; // a list may be added to itself
    spend(added.length);
    for (const item of added) list.push(item);
    return added.length > 0;
  },
  set: (list, index, item) => {
    const before = readItem(list, index);
    writeMember(list, index, item);
    return before;
  },
  remove: (list, indexOrItem) => {
    const index = typeof indexOrItem === 'number' ? positionIn(list, indexOrItem) : indexOf(list, indexOrItem);
    return index < 0 ? undefined : list.splice(index, 1)[0];
  },
  subList: (list, from, to) => madeList(list.slice(...rangeIn(list, from, to))),
};

function indexOf(list: readonly unknown[], item: unknown): number {
  return list.findIndex((element) => {
    spend(2);
    return isSame(element, item);
  });
}

/** Methods of java.util.Map and Map.Entry that templates use. */
const mapMethods: MethodsOf<ValueMap> = {
  get: (map, key) => readMember(map, key),
  getOrDefault: (map, key, otherwise) => readMember(map, key) ?? otherwise,
  put: (map, key, value) => {
    const before = readMember(map, key);
    writeMember(map, key, value);
    return before;
  },
  putIfAbsent: (map, key, value) => {
    const before = readMember(map, key);
    if (before === undefined || before === null) writeMember(map, key, value);
    return before;
  },
  putAll: (map, source) => {
    if (isMap(source)) for (const name of namesOf(source)) writeMember(map, name, source[name]);
  },
  remove: (map, key) => {
    const before = readMember(map, key);
    delete map[keyText(key)];
    return before;
  },
  containsKey: (map, key) => Object.hasOwn(map, keyText(key)),
  containsValue: (map, value) => namesOf(map).some((name) => isSame(map[name], value)),
  keySet: (map) => madeList(namesOf(map)),
  values: (map) => madeList(namesOf(map).map((name) => map[name])),
  entrySet: (map) => madeList(namesOf(map).map((name) => entryMap(name, map[name]))),
  getKey: (entry) => readMember(entry, 'key'),
  getValue: (entry) => readMember(entry, 'value'),
  size: (map) => namesOf(map).length,
  isEmpty: (map) => namesOf(map).length === 0,
};

/** Methods of Java's numbers. Also gives `$Integer.parseInt(text)`: templates create a number first to get its class's methods. */
const numberMethods: MethodsOf<JavaNumber> = {
  intValue: (value) => integerValue(value),
  longValue: (value) => integerValue(value),
  doubleValue: (value) => doubleOf(doubleValue(value)),
  compareTo: (value, other) => (isJavaNumber(other) ? Math.sign(compareNumbers(value, other)) : undefined),
  compare: (_, left, right) => (isJavaNumber(left) && isJavaNumber(right) ? Math.sign(compareNumbers(left, right)) : undefined),
  max: (_, left, right) => (isJavaNumber(left) && isJavaNumber(right) ? (compareNumbers(left, right) < 0 ? right : left) : undefined),
  min: (_, left, right) => (isJavaNumber(left) && isJavaNumber(right) ? (compareNumbers(left, right) > 0 ? right : left) : undefined),
  isNaN: (value) => Number.isNaN(doubleValue(value)),
  isInfinite: (value) => Math.abs(doubleValue(value)) === Infinity,
  parseInt: (_, text) => parsedInteger(text),
  parseLong: (_, text) => parsedInteger(text),
  parseDouble: (_, text) => doubleOf(numberOf(text)),
  valueOf: (_: JavaNumber, value: unknown) => (isJavaNumber(value) ? value : parsedNumber(printValue(value))),
};

function parsedInteger(text: unknown): JavaNumber {
  const digits = printValue(text);
  if (!/^[+-]?\d+$/.test(digits)) throw new Error(`"${digits.slice(0, 40)}" is not a valid integer`);
  return readNumber(digits.replace('+', ''));
}

function parsedNumber(text: string): JavaNumber {
  return /^[+-]?\d+$/.test(text) ? parsedInteger(text) : doubleOf(numberOf(text));
}

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
