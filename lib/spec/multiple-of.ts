/** A number as `digits × 10^exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Whether values are multiples of a number, by their decimal digits as clients and models write them: 19.99 is a multiple of 0.01,
 * although the quotient is 1998.9999999999998 in binary arithmetic.
 * @param divisor - above 0
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html: models are JSON Schema draft 4
 */
export function multipleOf(divisor: number): (value: number) => boolean {
  const unit = decimalOf(divisor);
  return (value) => {
    if (!Number.isFinite(value)) return false; // 1e999, which JSON.parse cannot represent
    const number = decimalOf(value);
    const exponent = Math.min(unit.exponent, number.exponent);
    return scaled(number, exponent) % scaled(unit, exponent) === 0n;
  };
}

/** The shortest digits that stand for the number: at most 17, with an exponent between -340 and 308. */
function decimalOf(value: number): Decimal {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
