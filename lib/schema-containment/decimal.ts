/** A number as `digits × 10^exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Whether a number is a multiple of another, by their decimal digits: 0.3 is a multiple of 0.1, although 0.3 % 0.1 is not 0. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !(divisor > 0)) return false;
  const [unit, number] = [decimalOf(divisor), decimalOf(value)];
  const exponent = Math.min(unit.exponent, number.exponent);
  return scaled(number, exponent) % scaled(unit, exponent) === 0n;
}

function decimalOf(value: number): Decimal {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
