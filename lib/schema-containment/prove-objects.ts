import { escaped, type Atom } from './library';
import { acceptsAll, isEmpty } from './emptiness';
import { narrowingOf, type Narrowing, type Examined } from './question';
import { atomsOf, atomsOfOthers, mentions } from './parts';
import { bound } from './prove-scalars';

/** Patterns of names whose combinations are looked at; more are undecided. */
const MAX_PATTERNS = 4;

/** Compares what is asked of objects. */
export function proveObjects(examined: Examined): Narrowing[] {
  const { types, right } = examined;
  if (!types.has('object') || !right.types.has('object')) return [];
  return [
    ...required(examined), ...size(examined), ...namesOf(examined).flatMap((name) => property(examined, name)),
    ...others(examined), ...dependencies(examined), ...propertyNames(examined),
  ];
}

function required({ left, right, place }: Examined): Narrowing[] {
  const isImplied = (name: string): boolean => left.required.has(name)
    || left.dependencies.some(({ name: cause, required: needed }) => left.required.has(cause) && needed.includes(name));
  return [...right.required].filter((name) => !isImplied(name))
    .map((name) => ({ kind: 'property-required' as const, place: `${place}/${escaped(name)}`, keyword: 'required', inner: false,
      outer: true }));
}

function size(examined: Examined): Narrowing[] {
  const { left, right } = examined;
  const closed = left.objects.filter(({ patterns, rest }) => patterns.size === 0 && rest !== undefined && isEmpty([rest]))
    .map(({ properties }) => properties.size);
  return [
    ...bound(examined, 'minProperties', [Math.max(left.size.min, left.required.size), right.size.min]),
    ...bound(examined, 'maxProperties', [Math.min(left.size.max, ...closed), right.size.max]),
  ];
}

function namesOf({ left, right }: Examined): string[] {
  const named = [...left.objects, ...right.objects].flatMap(({ properties }) => [...properties.keys()]);
  return [...new Set([...named, ...left.required, ...right.required])].sort();
}

/** Compares the schemas of one property. */
function property({ left, right, place, ask }: Examined, name: string): Narrowing[] {
  const outer = atomsOf(right.objects, name);
  if (outer.length === 0) return [];
  const atoms = atomsOf(left.objects, name);
  const at = `${place}/${escaped(name)}`;
  const narrowings = ask({ inner: { atoms, split: new Set() }, outer, place: at });
  return asOne(narrowings, { at, outer, isOpen: atoms.length === 0 && !mentions(left.objects, name) });
}

interface Member {
  readonly at: string;
  readonly outer: readonly Atom[];
  /** Whether the inner side does not name it, and allows any value. */
  readonly isOpen: boolean;
}

/** One narrowing where a whole property is refused, or was free and now has a schema. */
function asOne(narrowings: readonly Narrowing[], { at, outer, isOpen }: Member): Narrowing[] {
  if (narrowings.length === 0) return [];
  const schema = outer[0]?.node;
  if (isEmpty(outer)) return [{ kind: 'property-forbidden', place: at, keyword: 'additionalProperties', inner: true, outer: false }];
  if (isOpen) return [{ kind: 'property-typed', place: at, keyword: 'properties', inner: undefined, outer: schema }];
  return [...narrowings];
}

/** Compares the schemas of properties that neither side names, for each combination of patterns that a name may match. */
function others(examined: Examined): Narrowing[] {
  const { left, right, place, ask } = examined;
  const patterns = [...new Set([...left.objects, ...right.objects].flatMap((part) => [...part.patterns.keys()]))];
  if (patterns.length > MAX_PATTERNS) return [narrowingOf(examined, 'patternProperties')];
  return subsetsOf(patterns).flatMap((matched) => {
    const outer = atomsOfOthers(right.objects, matched);
    if (outer.length === 0) return [];
    const atoms = atomsOfOthers(left.objects, matched);
    const at = `${place}/*`;
    // members of the callers' own are lost, unlike one new name with a type
    return asOne(ask({ inner: { atoms, split: new Set() }, outer, place: at }), { at, outer, isOpen: false });
  });
}

function subsetsOf(patterns: readonly string[]): ReadonlySet<string>[] {
  return Array.from({ length: 2 ** patterns.length }, (_, bits) =>
    new Set(patterns.filter((_pattern, index) => (bits >> index) % 2 === 1)));
}

function dependencies(examined: Examined): Narrowing[] {
  const { inner, left, right, place, ask } = examined;
  return right.dependencies.flatMap(({ name, required: needed, schema }) => {
    if (isEmpty(atomsOf(left.objects, name))) return [];
    const own = left.dependencies.filter((dependency) => dependency.name === name);
    const known = new Set([...left.required, ...own.flatMap((dependency) => dependency.required)]);
    const missing = needed.filter((member) => member !== name && !known.has(member))
      .map((member) => ({ kind: 'property-required' as const, place: `${place}/${escaped(member)}`, keyword: `dependencies of ${name}`,
        inner: false, outer: true }));
    if (schema === undefined) return missing;
    const atoms = [...inner.atoms, ...own.flatMap((dependency) => dependency.schema ?? [])];
    return [...missing, ...ask({ inner: { ...inner, atoms }, outer: [schema], place })];
  });
}

function propertyNames(examined: Examined): Narrowing[] {
  const { left, right, place, ask } = examined;
  const isClosed = left.objects.some(({ patterns, rest }) => patterns.size === 0 && rest !== undefined && isEmpty([rest]));
  const names = left.objects.flatMap(({ properties }) => [...properties.keys()]).filter((name) => !isEmpty(atomsOf(left.objects, name)));
  const isImplied = (outer: Atom): boolean => (isClosed && names.every((name) => acceptsAll([outer], name)))
    || (left.names.length > 0
      && ask({ inner: { atoms: left.names, split: new Set() }, outer: [outer], place: `${place}/*` }).length === 0);
  return right.names.filter((outer) => !isImplied(outer))
    .map((outer) => ({ ...narrowingOf(examined, 'propertyNames'), outer: outer.node }));
}
