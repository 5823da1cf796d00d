import { multipleOf } from '../spec';

/** Whether a number is a multiple of another, by their decimal digits: 0.3 is a multiple of 0.1, although 0.3 % 0.1 is not 0. */
export function isMultipleOf(value: number, divisor: number): boolean {
  return divisor > 0 && multipleOf(divisor)(value);
}
