import {
  aligned, decimalOf, doubleOf, doubleValue, integerOf, JavaDecimal, JavaDouble, kindOf, power, spendOnDigits, type JavaNumber,
} from './java-number';

/*
 * Arithmetic as Velocity does it: integers stay integers of any size, a Double makes Doubles, a BigDecimal makes BigDecimals.
 * @see velocity-engine, MathUtils
 */

interface Operation {
  readonly double: (left: number, right: number) => number;
  readonly integer: (left: bigint, right: bigint) => bigint;
  readonly decimal: (left: JavaDecimal, right: JavaDecimal) => JavaDecimal;
}

/** The result; a BigInteger and a Double are calculated as BigDecimals. @throws StepLimitError */
function calculate({ double, integer, decimal }: Operation, left: JavaNumber, right: JavaNumber): JavaNumber {
  if (typeof left === 'number' && typeof right === 'number') {
    const result = double(left, right);
    const isWhole = Number.isInteger(left) && Number.isInteger(right);
    if (!isWhole) return doubleOf(result);
    if (Number.isSafeInteger(result)) return result;
  }
  const kinds = [kindOf(left), kindOf(right)];
  const [leftDecimal, rightDecimal] = [decimalOf(left), decimalOf(right)];
  const isExact = kinds.includes('decimal') || typeof left === 'bigint' || typeof right === 'bigint' || !kinds.includes('double');
  if (!isExact || leftDecimal === undefined || rightDecimal === undefined) return doubleOf(double(doubleValue(left), doubleValue(right)));
  spendOnDigits(sizeOf(leftDecimal), sizeOf(rightDecimal));
  if (!kinds.includes('double') && !kinds.includes('decimal')) return integerOf(integer(leftDecimal.unscaled, rightDecimal.unscaled));
  return decimal(leftDecimal, rightDecimal);
}

function sizeOf({ unscaled }: JavaDecimal): number {
  return unscaled.toString(32).length;
}

const ADDITION: Operation = {
  double: (left, right) => left + right,
  integer: (left, right) => left + right,
  decimal: (first, second) => {
    const { left, right, scale } = aligned(first, second);
    return new JavaDecimal(left + right, scale);
  },
};

const SUBTRACTION: Operation = {
  double: (left, right) => left - right,
  integer: (left, right) => left - right,
  decimal: (first, second) => {
    const { left, right, scale } = aligned(first, second);
    return new JavaDecimal(left - right, scale);
  },
};

const MULTIPLICATION: Operation = {
  double: (left, right) => left * right,
  integer: (left, right) => left * right,
  decimal: (left, right) => new JavaDecimal(left.unscaled * right.unscaled, left.scale + right.scale),
};

/** The quotient of BigDecimals has the scale of the dividend, rounded half down. */
const DIVISION: Operation = {
  double: (left, right) => left / right,
  integer: (left, right) => left / right,
  decimal: (left, right) => {
    const shift = right.scale;
    const [over, under] = shift >= 0 ? [left.unscaled * power(shift), right.unscaled] : [left.unscaled, right.unscaled * power(-shift)];
    const rest = over % under;
    const isNearer = 2n * magnitude(rest) > magnitude(under);
    const away = (over < 0n) === (under < 0n) ? 1n : -1n;
    return new JavaDecimal(over / under + (isNearer ? away : 0n), left.scale);
  },
};

const REMAINDER: Operation = {
  double: (left, right) => left % right,
  integer: (left, right) => left % right,
  decimal: (first, second) => {
    const { left, right, scale } = aligned(first, second);
    return new JavaDecimal(left % right, scale);
  },
};

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export const add = (left: JavaNumber, right: JavaNumber): JavaNumber => calculate(ADDITION, left, right);
export const subtract = (left: JavaNumber, right: JavaNumber): JavaNumber => calculate(SUBTRACTION, left, right);
export const multiply = (left: JavaNumber, right: JavaNumber): JavaNumber => calculate(MULTIPLICATION, left, right);

/** Dividing integers gives an integer; dividing by zero gives null. */
export function divide(left: JavaNumber, right: JavaNumber): JavaNumber | null {
  if (isZero(right)) return null;
  const isWhole = typeof left === 'number' && typeof right === 'number' && Number.isInteger(left) && Number.isInteger(right);
  return isWhole ? Math.trunc(left / right) : calculate(DIVISION, left, right);
}

export function remainder(left: JavaNumber, right: JavaNumber): JavaNumber | null {
  return isZero(right) ? null : calculate(REMAINDER, left, right);
}

function isZero(value: JavaNumber): boolean {
  return value instanceof JavaDecimal ? value.unscaled === 0n : doubleValue(value) === 0;
}

/** Below, at or above zero, as the left number is smaller, equal or larger; NaN if one of them is not a number. */
export function compareNumbers(left: JavaNumber, right: JavaNumber): number {
  const [leftDecimal, rightDecimal] = isDouble(left) && isDouble(right) ? [] : [decimalOf(left), decimalOf(right)];
  if (leftDecimal === undefined || rightDecimal === undefined) return compareDoubles(doubleValue(left), doubleValue(right));
  const difference = aligned(leftDecimal, rightDecimal);
  return difference.left < difference.right ? -1 : difference.left > difference.right ? 1 : 0;
}

/** Infinity equals itself, and nothing else. */
function compareDoubles(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** Whether a double holds it exactly. */
function isDouble(value: JavaNumber): boolean {
  return typeof value === 'number' || value instanceof JavaDouble;
}
