import { LIMITS } from '../../../spec';
import { spend, stepsOfText } from '../../sandbox/step-budget';
import { decimalOf, doubleValue, isJavaNumber, kindOf, numberText, power, type JavaNumber } from '../java-number';
import { limited, printValue } from './values';

const SPECIFIER = /%(?:(\d+)\$)?([-+ 0,(#]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g;
/** Wider fields and longer fractions are refused. */
const MAX_WIDTH = 10_000;
const MAX_FRACTION = 100;

interface Field {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

/**
 * java.lang.String.format, for texts, integers, decimals and truth values. Written here because sprintf-js and printj have C's
 * conversions: they know neither `,` nor `(` nor `%n`, and make a field of any width.
 * @throws Error where Java throws; StepLimitError
 * @see https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Formatter.html
 */
export function formatText(format: string, args: readonly unknown[]): string {
  let next = 0;
  let length = 0;
  return limited(format.replace(SPECIFIER, (...[specifier, index, flags = '', width, precision, conversion = '']: (string | undefined)[]) => {
    if (conversion === '%') return '%';
    if (conversion === 'n') return '\n';
    const position = index === undefined ? next++ : Number(index) - 1;
    if (position >= args.length) throw new Error(`${specifier ?? ''} has no value`);
    const field = { flags, width: Number(width ?? 0), precision: precision === undefined ? undefined : Number(precision) };
    if (field.width > MAX_WIDTH || (field.precision ?? 0) > MAX_FRACTION) throw new Error(`${specifier ?? ''} is too wide`);
    const text = converted(args[position], conversion.toLowerCase(), field);
    const shown = padded(/[A-Z]/.test(conversion) ? text.toUpperCase() : text, field);
    length += shown.length;
    spend(stepsOfText(shown.length));
    if (length > LIMITS.payloadBytes.max) throw new Error(`it formatted more than ${LIMITS.payloadBytes.max} characters`);
    return shown;
  }));
}

function converted(value: unknown, conversion: string, field: Field): string {
  switch (conversion) {
    case 's': return cut(value === null || value === undefined ? 'null' : printValue(value), field);
    case 'b': return cut(String(typeof value === 'boolean' ? value : value !== null && value !== undefined), field);
    case 'c': return printValue(value).slice(0, 1);
    case 'd': return signed(value, field, integerDigits);
    case 'x': return hexadecimal(value);
    case 'f': return signed(value, field, (number) => fixedText(number, field.precision ?? 6));
    case 'e': return signed(value, field, (number) => exponential(Math.abs(doubleValue(number)), field.precision ?? 6));
    default: throw new Error(`%${conversion} is not supported`);
  }
}

function cut(text: string, { precision }: Field): string {
  return precision === undefined ? text : text.slice(0, precision);
}

/** The digits with sign, thousands and zeros. */
function signed(value: unknown, { flags, width }: Field, digitsOf: (number: JavaNumber) => string): string {
  if (value === null || value === undefined) return 'null';
  if (!isJavaNumber(value)) throw new Error(`${printValue(value).slice(0, 40)} is not a number`);
  const text = digitsOf(value);
  const digits = flags.includes(',') ? text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ',')) : text;
  const isNegative = numberText(value).startsWith('-');
  const [before, after] = isNegative ? (flags.includes('(') ? ['(', ')'] : ['-', '']) : [flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '', ''];
  const zeros = flags.includes('0') ? width - before.length - after.length : 0;
  return before + digits.padStart(zeros, '0') + after;
}

function integerDigits(value: JavaNumber): string {
  if (kindOf(value) !== 'integer') throw new Error(`%d of ${numberText(value)}, which is not an integer`);
  return numberText(value).replace('-', '');
}

/** Rounded half up from the digits that print, as Java does: 1.005 is 1.01. */
function fixedText(value: JavaNumber, precision: number): string {
  const decimal = decimalOf(value);
  if (decimal === undefined) return numberText(value).replace('-', '');
  const size = decimal.unscaled < 0n ? -decimal.unscaled : decimal.unscaled;
  const surplus = decimal.scale - precision;
  const rounded = surplus > 0 ? (size + 5n * power(surplus - 1)) / power(surplus) : size * power(-surplus);
  const digits = numberText(rounded).padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** Two's complement, as of an Integer or a Long. */
function hexadecimal(value: unknown): string {
  if (!isJavaNumber(value) || kindOf(value) !== 'integer') throw new Error('%x of a value that is not an integer');
  const integer = BigInt(numberText(value));
  return BigInt.asUintN(integer >= -(2n ** 31n) && integer < 2n ** 31n ? 32 : 64, integer).toString(16);
}

function exponential(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function padded(text: string, { flags, width }: Field): string {
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}
