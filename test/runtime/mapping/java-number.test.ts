import { doubleOf, doubleValue, integerValue, JavaDecimal, JavaDouble, kindOf, numberJson, numberText, readNumber } from '../../../lib/runtime/mapping/java-number';
import { withinSteps } from '../../../lib/runtime/sandbox/step-budget';

test.each([
  ['0', 'integer'], ['-5', 'integer'], ['9007199254740993', 'integer'], ['1.5', 'double'], ['1.0', 'double'], ['1e3', 'double'], ['1e-3', 'double'],
  ['0.1234567890123456', 'double'], ['0.30000000000000004', 'double'], ['0.1234567890123456789', 'decimal'], ['1.00000000000000000000', 'decimal'],
])('%s is read as %s', (text, kind) => {
  expect(kindOf(readNumber(text))).toBe(kind);
});

test('ordinary numbers are numbers of JavaScript', () => {
  expect(['0', '-5', '9007199254740991', '1.5', '-0.25', '1e-3', '123456789012'].map(readNumber)).toEqual([0, -5, 9007199254740991, 1.5, -0.25, 0.001, 123456789012]);
});

/* The examples of java.math.BigDecimal.toString and the limits of java.lang.Double.toString. */
test.each([
  [new JavaDecimal(123n, 0), '123'], [new JavaDecimal(-123n, 0), '-123'], [new JavaDecimal(123n, -1), '1.23E+3'], [new JavaDecimal(123n, -3), '1.23E+5'],
  [new JavaDecimal(123n, 1), '12.3'], [new JavaDecimal(123n, 5), '0.00123'], [new JavaDecimal(123n, 10), '1.23E-8'], [new JavaDecimal(-123n, 12), '-1.23E-10'],
  [new JavaDecimal(0n, 2), '0.00'], [new JavaDecimal(5n, 6), '0.000005'], [new JavaDecimal(5n, 7), '5E-7'],
  [new JavaDouble(1), '1.0'], [new JavaDouble(0), '0.0'], [new JavaDouble(9999999), '9999999.0'], [new JavaDouble(10000000), '1.0E7'], [0.001, '0.001'], [0.00099, '9.9E-4'],
  [12345678.9, '1.23456789E7'], [new JavaDouble(-Infinity), '-Infinity'], [new JavaDouble(NaN), 'NaN'], [-7, '-7'], [2n ** 64n, '18446744073709551616'],
])('%o prints as %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test('JSON has no infinite numbers', () => {
  expect([numberJson(new JavaDouble(Infinity)), numberJson(new JavaDouble(1)), numberJson(1n << 60n)]).toEqual(['null', '1.0', '1152921504606846976']);
});

test('the integer of a number is what Java casts it to', () => {
  const values = [1.9, -1.9, new JavaDouble(3), new JavaDouble(NaN), new JavaDouble(1e30), new JavaDouble(-1e30), readNumber('12345678901234567890.5'), readNumber('1.2345678901234567890e4')];
  expect(values.map((value) => numberText(integerValue(value)))).toEqual(['1', '-1', '3', '0', '9223372036854775807', '-9223372036854775808', '12345678901234567890', '12345']);
});

test('the double of a number', () => {
  expect([doubleValue(readNumber('9007199254740993')), doubleValue(readNumber('1.00000000000000000001')), doubleValue(doubleOf(2))]).toEqual([9007199254740992, 1, 2]);
});

test('a long number costs steps, and an exponent cannot avoid them', () => {
  expect(withinSteps(10_000, () => readNumber('9'.repeat(20_000)))).toBeUndefined();
  expect(withinSteps(10_000, () => numberText(2n ** 100_000n))).toBeUndefined();
  expect(kindOf(readNumber('1.0000000000000000001e999999999'))).toBe('double');
});
