import fc from 'fast-check';
import { multipleOf } from '../../lib/spec/multiple-of';

test.each([
  [0.01, 19.99], [0.01, 0.07], [0.01, 4.35], [0.01, 1.15], [0.1, 0.3], [0.1, -0.7], [0.1, 1.1], [0.01, 12_345_678_901.23], [2.5, 0],
  [1, 1e308], [5e-324, 1], [3, 9e15], [1e300, 2e300], [1e-300, 1e300],
])('multiples of %j: %j is one', (divisor, value) => {
  expect(multipleOf(divisor)(value)).toBe(true);
});

test.each([[0.01, 19.999], [0.1, 0.35], [3, 10], [2, 0.5], [1, 1.000000000000001], [1e300, 1], [7, 1e-300]])('multiples of %j: %j is not one', (divisor, value) => {
  expect(multipleOf(divisor)(value)).toBe(false);
});

test('every price in cents is a multiple of 0.01, and none half a cent beside it', () => {
  const isPrice = multipleOf(0.01);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
    const [units, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')];
    expect([Number(`${units}.${rest}`), Number(`${units}.${rest}5`)].map(isPrice)).toEqual([true, false]);
  }));
});
