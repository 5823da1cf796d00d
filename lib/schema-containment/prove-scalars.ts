import { isMultipleOf } from './decimal';
import { firstInteger } from './emptiness';
import { typeText, type Narrowing, type NarrowingKind, type Examined } from './question';
import type { Limit } from './shape';

/** Compares what is asked of numbers and texts, and lists of values. */
export function proveScalars(examined: Examined): Narrowing[] {
  const { types, right } = examined;
  const hasNumbers = types.has('integer') || types.has('fraction');
  return [
    ...(right.values === undefined ? []
      : [narrowing(examined, { kind: 'enum', keyword: 'enum', inner: examined.left.values
        ?? typeText(examined.left), outer: right.values })]),
    ...(hasNumbers && right.types.has('integer') ? numbers(examined) : []),
    ...(types.has('string') && right.types.has('string') ? texts(examined) : []),
    ...formats(examined, hasNumbers),
  ];
}

type Part = Pick<Narrowing, 'kind' | 'keyword' | 'inner' | 'outer'>;

function narrowing({ place }: Examined, part: Part): Narrowing {
  return { place, ...part };
}

/** The kind that a bound narrows, if it does. */
export function bound(examined: Examined, keyword: string, [inner, outer]: readonly [number, number]): Narrowing[] {
  const isTighter = keyword.startsWith('min') ? inner < outer : inner > outer;
  return isTighter ? [narrowing(examined, { kind: 'bound', keyword, inner: finite(inner), outer })] : [];
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function numbers(examined: Examined): Narrowing[] {
  const { left, right, types } = examined;
  const isWhole = !types.has('fraction');
  const negated = ({ value, isExclusive }: Limit): Limit => ({ value: -value, isExclusive });
  const divides = (divisor: number): boolean =>
    left.divisors.some((own) => isMultipleOf(own, divisor)) || (isWhole && isMultipleOf(1, divisor));
  const part = (kind: NarrowingKind, keyword: string, sides: readonly [unknown, unknown]): Narrowing =>
    narrowing(examined, { kind, keyword, inner: sides[0], outer: sides[1] });
  return [
    ...(isTighterLimit(left.minimum, right.minimum, isWhole)
      ? [part('bound', 'minimum', [limitText(left.minimum, '>'), limitText(right.minimum, '>')])] : []),
    ...(isTighterLimit(negated(left.maximum), negated(right.maximum), isWhole)
      ? [part('bound', 'maximum', [limitText(left.maximum, '<'), limitText(right.maximum, '<')])] : []),
    ...right.divisors.filter((divisor) => !divides(divisor)).map((divisor) => part('bound', 'multipleOf', [left.divisors[0], divisor])),
  ];
}

/** Whether the second of two lower limits refuses a number that the first one allows. */
function isTighterLimit(inner: Limit, outer: Limit, isWhole: boolean): boolean {
  if (outer.value === -Infinity) return false;
  const [from, to] = isWhole ? [inner, outer].map((limit): Limit => ({ value: firstInteger(limit), isExclusive: false }))
    : [inner, outer];
  if (from === undefined || to === undefined) return true;
  return from.value < to.value || (from.value === to.value && to.isExclusive && !from.isExclusive);
}

/** `80`, `> 0` */
function limitText({ value, isExclusive }: Limit, sign: string): unknown {
  if (!Number.isFinite(value)) return undefined;
  return isExclusive ? `${sign} ${value}` : value;
}

function texts(examined: Examined): Narrowing[] {
  const { left, right } = examined;
  return [
    ...bound(examined, 'minLength', [left.length.min, right.length.min]),
    ...bound(examined, 'maxLength', [left.length.max, right.length.max]),
    ...right.patterns.filter((pattern) => pattern !== '' && pattern !== '.*' && !left.patterns.includes(pattern))
      .map((pattern) => narrowing(examined, { kind: 'pattern', keyword: 'pattern', inner: left.patterns[0], outer: pattern })),
  ];
}

/** Formats of numbers; others are about texts. Those that take any value of their type narrow nothing. */
const NUMBER_FORMATS: ReadonlySet<string> = new Set(['int32', 'int64']);
const FREE_FORMATS: ReadonlySet<string> = new Set(['float', 'double', 'password', 'binary']);
const INT32 = 2 ** 31;

function formats(examined: Examined, hasNumbers: boolean): Narrowing[] {
  const { left, right, types } = examined;
  const isImplied = (format: string): boolean => {
    if (left.formats.includes(format) || FREE_FORMATS.has(format)) return true;
    if (!NUMBER_FORMATS.has(format)) return !types.has('string');
    if (!hasNumbers) return true;
    if (types.has('fraction')) return false;
    return format === 'int64' || (left.minimum.value >= -INT32 && left.maximum.value < INT32);
  };
  return right.formats.filter((format) => !isImplied(format))
    .map((format) => narrowing(examined, { kind: 'format', keyword: 'format', inner: left.formats[0], outer: format }));
}
