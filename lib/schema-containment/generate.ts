import { acceptsAll, firstInteger, possibleTypes } from './emptiness';
import { textFor } from './generate-text';
import type { Hints } from './hints';
import type { Atom } from './library';
import { atomsAt, atomsOf } from './parts';
import type { Random } from './random';
import { flatten, shapeOf, type Shape, type TypeName } from './shape';

/** The ingredients of values. */
export interface Making {
  readonly random: Random;
  readonly hints: Hints;
  /** The segments of the place that a value should have or lack, outermost first. */
  readonly focus: readonly string[];
}

/** Stands for no value: the schemas take none, or none was made. */
export const NOTHING = Symbol('nothing');

const MAX_LEVELS = 7;
const MAX_ITEMS = 300;

/** Makes a value that probably fits the schemas; the caller checks. */
export function generate(atoms: readonly Atom[], making: Making, level = 0): unknown {
  const chosen = withBranches(atoms, making.random);
  const shape = shapeOf(chosen);
  if (shape.values !== undefined) {
    return making.random.pick(shape.values.filter((value) => acceptsAll(chosen, value)))
    ?? (shape.values.includes(null) ? null : NOTHING);
  }
  const { random, hints } = making;
  if (shape.types.size === 7 && random.chance(0.2)) return random.pick(hints.values);
  const types = [...possibleTypes(shape, 6)].filter((type) => level < MAX_LEVELS || (type !== 'array' && type !== 'object'));
  const inFocus = types.filter((type) => type === 'object' || (type === 'array' && /^(\*|\d+)$/.test(making.focus[0] ?? '')));
  const isFocused = making.focus.length > 0 && inFocus.length > 0 && random.chance(0.8);
  const type = random.pick(isFocused ? inFocus : types.length === 0 ? [...shape.types] : types);
  return type === undefined ? NOTHING : MAKERS[type](shape, making, level);
}

/** The schemas with one member of each union, also of unions within members. */
function withBranches(atoms: readonly Atom[], random: Random): Atom[] {
  let flat = flatten(atoms);
  const split = new Set<object>();
  for (let round = 0; round < 8; round += 1) {
    const { unions, conditions } = shapeOf(flat);
    const open = unions.filter(({ key }) => !split.has(key));
    if (open.length === 0) {
      const side = conditions.map(({ condition, whenTrue, whenFalse }) => (random.chance(0.5) ? [condition, whenTrue] : [whenFalse]));
      return flatten([...flat, ...side.flat()]);
    }
    for (const { members, key } of open) {
      split.add(key);
      const member = random.pick(members);
      if (member !== undefined) flat = flatten([...flat, member]);
    }
  }
  return flat;
}

type Maker = (shape: Shape, making: Making, level: number) => unknown;

const MAKERS: Readonly<Record<TypeName, Maker>> = {
  null: () => null,
  boolean: (_shape, { random }) => random.chance(0.5),
  integer: (shape, making) => Math.round(numberFor(shape, making, true)),
  fraction: (shape, making) => numberFor(shape, making, false),
  string: textValue,
  array: arrayValue,
  object: objectValue,
};

function numberFor({ minimum, maximum, divisors }: Shape, { random, hints }: Making, isWhole: boolean): number {
  const isInside = (value: number): boolean => (minimum.isExclusive ? value > minimum.value : value >= minimum.value)
    && (maximum.isExclusive ? value < maximum.value : value <= maximum.value);
  const least = isWhole ? firstInteger(minimum) : minimum.value + (minimum.isExclusive ? 0.25 : 0);
  const most = isWhole ? -firstInteger({ value: -maximum.value, isExclusive: maximum.isExclusive })
    : maximum.value - (maximum.isExclusive ? 0.25 : 0);
  const edges = [least, most, least + 1, most - 1, least + 0.5].filter(Number.isFinite);
  const start = Number.isFinite(least) ? least : Math.min(0, Number.isFinite(most) ? most : 0);
  const candidates = [...edges, ...hints.numbers, start + random.integer(20), start + random.integer(1_000) / 10]
    .filter((value) => isInside(value) && (!isWhole || Number.isInteger(value)));
  const value = random.pick(candidates) ?? start;
  const unit = divisors.reduce((known, divisor) => (isWhole && !Number.isInteger(divisor) ? known : known * divisor), 1);
  if (divisors.length === 0) return value;
  const multiple = Number((Math.ceil(value / unit) * unit).toPrecision(12));
  return isInside(multiple) ? multiple : Number((Math.floor(value / unit) * unit).toPrecision(12));
}

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-31T12:00:00Z'], 'date': ['2026-01-31'], 'time': ['12:00:00Z'], 'duration': ['P1D'],
  'email': ['a@example.com', 'a.b@example.com'],
  'hostname': ['example.com'], 'ipv4': ['192.0.2.1'], 'ipv6': ['2001:db8::1'], 'uri': ['https://example.com/a'], 'uri-reference': ['/a'],
  'uri-template': ['/{a}'],
  'uuid': ['123e4567-e89b-12d3-a456-426614174000'], 'regex': ['^a$'], 'byte': ['YQ=='], 'json-pointer': ['/a'],
  'relative-json-pointer': ['0/a'],
};

function textValue({ length, patterns, formats }: Shape, { random, hints }: Making): unknown {
  const [pattern] = patterns;
  if (pattern !== undefined) return textFor(pattern, random) ?? NOTHING;
  const [format] = formats;
  const examples = format === undefined ? undefined : EXAMPLES[format];
  if (examples !== undefined) return random.pick(examples);
  const lengths = [length.min, length.max, ...hints.lengths]
    .filter((size) => size >= length.min && size <= length.max && Number.isFinite(size));
  const text = random.pick([
    () => 'a'.repeat(Math.min(random.pick(lengths) ?? length.min, 20_000)),
    () => random.pick(hints.texts),
    () => textFor(random.pick(hints.patterns) ?? '[a-z]+', random),
    () => random.pick(EXAMPLES[random.pick(hints.formats) ?? ''] ?? ['é~ \n']),
  ])?.() ?? '';
  const size = [...text].length;
  if (size < length.min) return text + 'b'.repeat(length.min - size);
  return size > length.max ? [...text].slice(0, length.max).join('') : text;
}

function arrayValue(shape: Shape, { random, hints, focus }: Making, level: number): unknown {
  const { items, arrays, isUnique, contains } = shape;
  const [segment, ...rest] = focus;
  const lengths = [items.min, items.max, ...hints.lengths].filter((size) => size >= items.min && size <= items.max && size <= MAX_ITEMS);
  const isInFocus = segment !== undefined && (segment === '*' || /^\d+$/.test(segment));
  const wanted = isInFocus && random.chance(0.8) ? Math.max(items.min, segment === '*' ? 1 + random.integer(3) : Number(segment) + 1)
    : random.pick(lengths) ?? items.min;
  const length = Math.min(wanted, items.max, MAX_ITEMS);
  const values: unknown[] = [];
  for (let index = 0; index < length; index += 1) {
    if (!isUnique && index > 0 && random.chance(0.3)) values.push(values[0]);
    else {values.push(generate([...atomsAt(arrays, index), ...(index === 0 ? contains : [])],
      { random, hints, focus: isInFocus ? rest : [] }, level + 1));}
  }
  return values.includes(NOTHING) ? values.filter((value) => value !== NOTHING) : values;
}

function objectValue(shape: Shape, { random, hints, focus }: Making, level: number): unknown {
  const { required, objects, size, dependencies } = shape;
  const [segment, ...rest] = focus;
  const wanted = segment?.replaceAll('~1', '/').replaceAll('~0', '~');
  const named = [...new Set([...objects.flatMap(({ properties }) => [...properties.keys()]), ...hints.names])];
  const optional = named.filter((name) => !required.has(name)).sort(() => random.next() - 0.5);
  const isNamedHere = (name: string): boolean => objects.some(({ properties }) => properties.has(name));
  const chance = (name: string): number => {
    if (name === wanted) return rest.length > 0 ? 0.95 : 0.6;
    return isNamedHere(name) ? 0.3 : wanted === '*' ? 0.4 : 0.06;
  };
  const kept = level >= MAX_LEVELS ? [] : optional.filter((name) => random.chance(chance(name)));
  const names = [...required, ...kept];
  for (const name of optional) if (names.length < size.min && !names.includes(name)) names.push(name);
  for (const { name, required: needed } of dependencies) {if (names.includes(name)) {names.push(...needed.filter((member) =>
    !names.includes(member)));}}
  const members = names.slice(0, size.max).flatMap((name) => {
    const inFocus = name === wanted || wanted === '*';
    const value = generate(atomsOf(objects, name), { random, hints, focus: inFocus ? rest : [] }, level + 1);
    return value === NOTHING ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}
