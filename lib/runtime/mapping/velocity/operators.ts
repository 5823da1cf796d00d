import { add, compareNumbers, divide, multiply, remainder, subtract } from '../arithmetic';
import { isJavaNumber, type JavaNumber } from '../java-number';
import { isEqual, isTrue, limited, printValue } from './values';

type Lazy = () => unknown;

/** Velocity's operators. The right side of `&&` and `||` is evaluated only when it decides. */
export const OPERATORS: Readonly<Record<string, (left: Lazy, right: Lazy) => unknown>> = {
  '&&': (left, right) => isTrue(left()) && isTrue(right()),
  '||': (left, right) => isTrue(left()) || isTrue(right()),
  'not': (operand) => !isTrue(operand()),
  'parenthesis': (operand) => operand(),
  'minus': (operand) => arithmetic(0, operand(), subtract),
  '==': (left, right) => isEqual(left(), right()),
  '!=': (left, right) => !isEqual(left(), right()),
  '<': (left, right) => ordered(left(), right(), (order) => order < 0),
  '<=': (left, right) => ordered(left(), right(), (order) => order <= 0),
  '>': (left, right) => ordered(left(), right(), (order) => order > 0),
  '>=': (left, right) => ordered(left(), right(), (order) => order >= 0),
  '+': (left, right) => sum(left(), right()),
  '-': (left, right) => arithmetic(left(), right(), subtract),
  '*': (left, right) => arithmetic(left(), right(), multiply),
  '/': (left, right) => arithmetic(left(), right(), divide),
  '%': (left, right) => arithmetic(left(), right(), remainder),
};

/** Adds numbers; if either side is a string, concatenates. */
function sum(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' || typeof right === 'string') return limited(printValue(left) + printValue(right));
  return arithmetic(left, right, add);
}

/** Null unless both sides are numbers. */
function arithmetic(left: unknown, right: unknown, apply: (left: JavaNumber, right: JavaNumber) => JavaNumber | null): JavaNumber | null {
  return isJavaNumber(left) && isJavaNumber(right) ? apply(left, right) : null;
}

/** Compares numbers; other values are not ordered, so no comparison holds. @see Velocity 1.7, ASTLTNode */
function ordered(left: unknown, right: unknown, holds: (order: number) => boolean): boolean {
  return isJavaNumber(left) && isJavaNumber(right) && holds(compareNumbers(left, right));
}
