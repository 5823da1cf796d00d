import { compareNumbers } from '../arithmetic';
import { doubleOf, doubleValue, integerValue, isJavaNumber, readNumber, type JavaNumber } from '../java-number';
import type { MethodsOf } from './method-table';
import { numberOf, printValue } from './values';

/** Methods of Java's numbers. Also gives `$Integer.parseInt(text)`: templates create a number first to get its class's methods. */
export const numberMethods: MethodsOf<JavaNumber> = {
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
