import { isEqual, isTrue, limited, printValue } from './values';

type Lazy = () => unknown;

/** Velocity's operators. The right side of `&&` and `||` is evaluated only when it decides. */
export const OPERATORS: Readonly<Record<string, (left: Lazy, right: Lazy) => unknown>> = {
  '&&': (left, right) => isTrue(left()) && isTrue(right()),
  '||': (left, right) => isTrue(left()) || isTrue(right()),
  'not': (given) => !isTrue(given()),
  'parenthesis': (given) => given(),
  'minus': (given) => arithmetic(0, given(), (a, b) => a - b),
  '==': (left, right) => isEqual(left(), right()),
  '!=': (left, right) => !isEqual(left(), right()),
  '<': (left, right) => ordered(left(), right(), (order) => order < 0),
  '<=': (left, right) => ordered(left(), right(), (order) => order <= 0),
  '>': (left, right) => ordered(left(), right(), (order) => order > 0),
  '>=': (left, right) => ordered(left(), right(), (order) => order >= 0),
  '+': (left, right) => sum(left(), right()),
  '-': (left, right) => arithmetic(left(), right(), (a, b) => a - b),
  '*': (left, right) => arithmetic(left(), right(), (a, b) => a * b),
  '/': (left, right) => arithmetic(left(), right(), divided),
  '%': (left, right) => arithmetic(left(), right(), (a, b) => (b === 0 ? null : a % b)),
};

/** Adds numbers; if either side is a string, concatenates. */
function sum(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' || typeof right === 'string') return limited(printValue(left) + printValue(right));
  return arithmetic(left, right, (a, b) => a + b);
}

/** Null unless both sides are numbers. */
function arithmetic(left: unknown, right: unknown, apply: (left: number, right: number) => number | null): number | null {
  return typeof left === 'number' && typeof right === 'number' ? apply(left, right) : null;
}

/** Dividing integers gives an integer. */
function divided(left: number, right: number): number | null {
  if (right === 0) return null;
  return Number.isInteger(left) && Number.isInteger(right) ? Math.trunc(left / right) : left / right;
}

/** Compares numbers with numbers and strings with strings; other values are not ordered, so no comparison holds. */
function ordered(left: unknown, right: unknown, holds: (order: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
  if (typeof left === 'string' && typeof right === 'string') return holds(left < right ? -1 : left > right ? 1 : 0);
  return false;
}
