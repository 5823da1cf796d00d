import * as fc from 'fast-check';
import { add, compareNumbers, divide, multiply, remainder, subtract } from '../../../lib/runtime/mapping/arithmetic';
import { integerOf, numberText, readNumber, type JavaNumber } from '../../../lib/runtime/mapping/java-number';

/* Arithmetic of Velocity's MathUtils. */

const OPERATIONS: Readonly<Record<string, (left: JavaNumber, right: JavaNumber) => JavaNumber | null>> = {
  '+': add, '-': subtract, '*': multiply, '/': divide, '%': remainder,
};

test.each([
  ['7 / 2', '3'],
  ['7.0 / 2', '3.5'],
  ['8.0 / 2', '4.0'],
  ['-7 / 2', '-3'],
  ['-7 % 2', '-1'],
  ['0.1 + 0.2', '0.30000000000000004'],
  ['1.5 + 1', '2.5'],
  ['1.5 + 1.5', '3.0'],
  ['9007199254740991 + 2', '9007199254740993'],
  ['9007199254740993 - 2', '9007199254740991'],
  ['9223372036854775807 + 1', '9223372036854775808'],
  ['3000000000 * 3000000000', '9000000000000000000'],
  ['12345678901234567890 / 10', '1234567890123456789'],
  ['12345678901234567890 % 7', '1'],
  ['9007199254740993 + 0.5', '9007199254740993.5'],
  ['1.0000000000000000001 + 1', '2.0000000000000000001'],
  ['1.0000000000000000001 * 2.0', '2.0000000000000000002'],
  ['1.0000000000000000001 / 2', '0.5000000000000000000'],
  ['1.0000000000000000003 / 2', '0.5000000000000000001'],
  ['1.0000000000000000005 % 1', '5E-19'],
  ['5 / 0', 'null'],
  ['5.0 / 0.0', 'null'],
  ['5 % 0', 'null'],
])('%s = %s', (text, expected) => {
  const [left = '', operator = '', right = ''] = text.split(' ');
  const result = OPERATIONS[operator]?.(readNumber(left), readNumber(right)) ?? null;
  expect(result === null ? 'null' : numberText(result)).toBe(expected);
});

const whole = fc.bigInt().map((value) => [value, integerOf(value)] as const);

test('integers of any size are calculated exactly', () => {
  fc.assert(fc.property(whole, whole, ([left, one], [right, other]) => {
    expect(numberText(add(one, other))).toBe(String(left + right));
    expect(numberText(subtract(one, other))).toBe(String(left - right));
    expect(numberText(multiply(one, other))).toBe(String(left * right));
    fc.pre(right !== 0n);
    expect(numberText(divide(one, other) ?? 0)).toBe(String(left / right));
    expect(numberText(remainder(one, other) ?? 0)).toBe(String(left % right));
  }));
});

test('doubles are calculated as JavaScript does', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value));
  fc.assert(fc.property(double, double, (left, right) => {
    expect(Number(numberText(add(left, right)))).toBe(left + right);
    expect(Number(numberText(multiply(left, right)))).toBe(left * right);
    expect(Math.sign(compareNumbers(left, right))).toBe(left < right ? -1 : left > right ? 1 : 0);
  }));
});

test.each([
  ['1', '1.0', 0], ['1.0', '1.00000000000000000000', 0], ['9007199254740992', '9007199254740993', -1], ['9007199254740993', '9007199254740992.0', 1],
  ['0.30000000000000004', '0.3', 1], ['1e400', '1e401', 0], ['1e400', '12345678901234567890', 1], ['-0.0', '0', 0],
])('%s compared with %s is %i', (left, right, expected) => {
  expect(Math.sign(compareNumbers(readNumber(left), readNumber(right)))).toBe(expected);
});
