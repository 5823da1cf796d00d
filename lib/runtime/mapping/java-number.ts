import { spend } from '../sandbox/step-budget';

/*
 * Numbers of templates and JSON bodies, as Java keeps them. Nearly all are JavaScript numbers, which cost nothing: an integral
 * one is an Integer or Long, any other a Double. What JavaScript cannot tell apart or hold has a type of its own.
 * @see docs/parity.md, Data plane: mapping
 */

/** A Double without a fraction, which prints with one: `1.0`, `1.0E10`, `-0.0`, `Infinity`. */
export class JavaDouble {
  public constructor(public readonly value: number) {}
}

/** A BigDecimal: `unscaled / 10^scale`. Written here because a BigDecimal has a scale: libraries such as big.js print `1.50` as `1.5`. */
export class JavaDecimal {
  public constructor(public readonly unscaled: bigint, public readonly scale: number) {}
}

/** A `bigint` is a Long or BigInteger beyond 2^53; smaller integers are numbers. */
export type JavaNumber = number | bigint | JavaDouble | JavaDecimal;

export function isBoxedNumber(value: unknown): value is JavaDouble | JavaDecimal {
  return value instanceof JavaDouble || value instanceof JavaDecimal;
}

export function isJavaNumber(value: unknown): value is JavaNumber {
  return typeof value === 'number' || typeof value === 'bigint' || isBoxedNumber(value);
}

/** Whether JavaScript and Java print it alike. */
export function printsAlike(value: number): boolean {
  if (Number.isInteger(value)) return true;
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e7;
}

export function doubleOf(value: number): JavaNumber {
  return Number.isFinite(value) && !Number.isInteger(value) ? value : new JavaDouble(value);
}

export function integerOf(value: bigint): JavaNumber {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** Kinds of numbers that are calculated alike; a calculation has the later one of both sides. */
export type NumberKind = 'integer' | 'double' | 'decimal';

export function kindOf(value: JavaNumber): NumberKind {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  if (typeof value === 'bigint') return 'integer';
  return value instanceof JavaDouble ? 'double' : 'decimal';
}

/** Numbers of JSON up to this many characters are Doubles. @see json-smart, JSONParserBase.extractFloat */
const DOUBLE_LENGTH = 18;
/** Larger exponents would make texts of that length. */
const MAX_EXPONENT = 10_000;

/**
 * A number of JSON as json-smart reads it: an integer of any length, a Double, or a BigDecimal for what a Double cannot hold.
 * @throws StepLimitError
 */
export function readNumber(text: string): JavaNumber {
  spendOnDigits(text.length, text.length);
  if (/^-?\d+$/.test(text)) return integerOf(BigInt(text));
  const double = Number(text);
  if (text.length <= DOUBLE_LENGTH || String(double) === text) return doubleOf(double);
  return readDecimal(text) ?? doubleOf(double);
}

/** Undefined where its exponent is too large. */
function readDecimal(text: string): JavaDecimal | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) return undefined;
  return new JavaDecimal(BigInt(whole + fraction), fraction.length - Number(exponent));
}

/** Spends the steps of calculating, reading or printing long numbers: the product of their sizes. @throws StepLimitError */
export function spendOnDigits(leftSize: number, rightSize: number): void {
  spend(1 + (leftSize * rightSize) / 8_192);
}

/** As Java's `toString` writes it. @throws StepLimitError */
export function numberText(value: JavaNumber): string {
  if (typeof value === 'number') return printsAlike(value) ? String(value) : doubleText(value);
  if (value instanceof JavaDouble) return doubleText(value.value);
  if (value instanceof JavaDecimal) return decimalText(value);
  return digitsText(value);
}

function digitsText(value: bigint): string {
  const length = value.toString(32).length;
  spendOnDigits(length, length);
  return value.toString();
}

/** As JSON: numbers that JSON cannot express are null. */
export function numberJson(value: JavaNumber): string {
  return value instanceof JavaDouble && !Number.isFinite(value.value) ? 'null' : numberText(value);
}

/** @see https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Double.html#toString(double) */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (Object.is(value, -0)) return '-0.0';
  if (value === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

/** @see https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/math/BigDecimal.html#toString() */
function decimalText({ unscaled, scale }: JavaDecimal): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = digitsText(unscaled < 0n ? -unscaled : unscaled);
  const exponent = digits.length - 1 - scale;
  if (scale === 0) return sign + digits;
  if (scale > 0 && exponent >= -6) {
    const padded = digits.padStart(scale + 1, '0');
    return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits.slice(0, 1)}${fraction}${exponent === 0 ? '' : `E${exponent > 0 ? '+' : ''}${exponent}`}`;
}

export function doubleValue(value: JavaNumber): number {
  if (value instanceof JavaDouble) return value.value;
  return value instanceof JavaDecimal ? Number(decimalText(value)) : Number(value);
}

/** The number without its fraction. */
export function integerValue(value: JavaNumber): JavaNumber {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof JavaDecimal)) return toLong(Math.trunc(doubleValue(value)));
  const { unscaled, scale } = value;
  return integerOf(scale > 0 ? unscaled / power(scale) : unscaled * power(-scale));
}

/** As Java casts a Double: to the nearest Long; NaN to 0. */
function toLong(value: number): JavaNumber {
  if (Number.isSafeInteger(value)) return value;
  if (Number.isNaN(value)) return 0;
  return BigInt.asIntN(64, value >= 2 ** 63 ? 2n ** 63n - 1n : value < -(2 ** 63) ? -(2n ** 63n) : BigInt(value));
}

/** The number as a decimal; undefined for infinities and NaN. */
export function decimalOf(value: JavaNumber): JavaDecimal | undefined {
  if (value instanceof JavaDecimal) return value;
  if (typeof value === 'bigint') return new JavaDecimal(value, 0);
  const double = doubleValue(value);
  if (Number.isInteger(double)) return new JavaDecimal(BigInt(double), 0);
  return readDecimal(String(double));
}

export function power(exponent: number): bigint {
  spendOnDigits(exponent, exponent);
  return 10n ** BigInt(exponent);
}

/** The unscaled values of two decimals at the same scale, which is the larger one. */
export function aligned(left: JavaDecimal, right: JavaDecimal): { readonly left: bigint; readonly right: bigint; readonly scale: number } {
  const scale = Math.max(left.scale, right.scale);
  return { left: left.unscaled * power(scale - left.scale), right: right.unscaled * power(scale - right.scale), scale };
}

const INTEGER_MAX = 2_147_483_647;

/** `$number.MAX_VALUE`: a constant of an Integer, Long or Double. */
export function constantOf(value: JavaNumber, name: string): JavaNumber | undefined {
  if (name !== 'MAX_VALUE' && name !== 'MIN_VALUE') return undefined;
  const isMax = name === 'MAX_VALUE';
  if (kindOf(value) !== 'integer') return doubleOf(isMax ? Number.MAX_VALUE : Number.MIN_VALUE);
  const isInteger = typeof value === 'number' && value >= -INTEGER_MAX - 1 && value <= INTEGER_MAX;
  if (isInteger) return isMax ? INTEGER_MAX : -INTEGER_MAX - 1;
  return isMax ? 2n ** 63n - 1n : -(2n ** 63n);
}
