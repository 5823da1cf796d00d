import { acceptsAll, isEmpty, possibleTypes } from './emptiness';
import { isAnnotation } from './keywords';
import { openLibrary, type Atom, type SchemaNode } from './library';
import { narrowingOf, typeText, type Narrowing, type Examined, type Question } from './question';
import { proveArrays } from './prove-arrays';
import { proveCombinations } from './prove-combinations';
import { proveObjects } from './prove-objects';
import { proveScalars } from './prove-scalars';
import { isSame } from './same';
import { flatten, shapeOf, type Union } from './shape';

/** The narrowings of a question: none if all values of the inner side are proved to fit. Witnesses tell which are seen. @throws TooLarge */
export function prove(inner: Atom, outer: Atom): Narrowing[] {
  const open = new Map<string, number>();
  const ids = new Map<SchemaNode, number>();
  const idOf = (node: SchemaNode): number => {
    if (!ids.has(node)) ids.set(node, ids.size);
    return ids.get(node) ?? 0;
  };
  const idsOf = (atoms: readonly Atom[]): string =>
    flatten(atoms).map(({ node }) => node).filter((node) => !isReferenceOnly(node)).map(idOf).sort().join();
  const keyOf = ({ inner: { atoms }, outer: outers }: Question): string => `${idsOf(atoms)}>${idsOf(outers)}`;
  const ask = (question: Question): Narrowing[] => {
    const key = keyOf(question);
    const depth = question.place.split('/').length;
    const opened = open.get(key);
    // the same question below itself: a value is finite, so a counterexample would show further up
    if (opened !== undefined) return opened < depth ? [] : [narrowingOf(question, 'a reference to itself')];
    open.set(key, depth);
    try {
      return answer(question, ask);
    } finally {
      open.delete(key);
    }
  };
  return merged(ask({ inner: { atoms: [inner], split: new Set() }, outer: [outer], place: '' }));
}

/** Whether a schema is what it refers to. */
function isReferenceOnly(node: SchemaNode): boolean {
  return typeof node !== 'boolean' && Object.keys(node).every((keyword) => keyword === '$ref' || isAnnotation(keyword));
}

function answer(question: Question, ask: Examined['ask']): Narrowing[] {
  const { inner, outer, place } = question;
  const atoms = flatten(inner.atoms);
  const asked = flatten(outer).filter((atom) => !atoms.some((own) => isSame(own, atom)));
  if (asked.length === 0 || isEmpty(atoms)) return [];
  const left = shapeOf(atoms);
  const examined: Examined = { inner, outer: asked, place, atoms, left, right: shapeOf(asked), types: possibleTypes(left), ask };
  const values = finiteValues(examined);
  if (values !== undefined) return proveValues(examined, values);
  const narrowings = proveKeywords(examined);
  if (narrowings.length === 0) return [];
  const union = left.unions.find(({ key }) => !inner.split.has(key));
  if (union !== undefined) return bySplitting(examined, union);
  return isSplitByType(examined) ? byType(examined) : narrowings;
}

function proveKeywords(examined: Examined): Narrowing[] {
  const types = typeNarrowings(examined);
  const isRefused = [...examined.types].every((type) => !examined.right.types.has(type));
  if (isRefused) return examined.inner.isBranch === true ? types.map((narrowing) => asBranch(narrowing, examined)) : types;
  return [types, proveScalars(examined), proveArrays(examined), proveObjects(examined), proveCombinations(examined)].flat();
}

/** Values that the inner side lists; all of them can be tried. */
function finiteValues({ left, types, atoms }: Examined): readonly unknown[] | undefined {
  if (left.values !== undefined) return left.values.filter((value) => acceptsAll(atoms, value));
  if ([...types].some((type) => type !== 'null' && type !== 'boolean')) return undefined;
  return [null, true, false].filter((value) => acceptsAll(atoms, value));
}

function proveValues(examined: Examined, values: readonly unknown[]): Narrowing[] {
  const { right, outer, place, left } = examined;
  const refused = values.filter((value) => !acceptsAll(outer, value));
  if (refused.length === 0) return [];
  const isWhole = refused.length === values.length;
  const type = { place, inner: typeText(left), outer: typeText(right), keyword: 'type' };
  const nulls: Narrowing[] = refused.includes(null) ? [{ ...type, kind: 'null' }] : [];
  if (refused.every((value) => value === null)) return nulls;
  if (right.values === undefined && left.values === undefined) {
    return [...nulls, isWhole ? asBranch({ ...type, kind: 'type' }, examined) : { ...type, kind: 'type' }];
  }
  return [...nulls, { kind: 'enum', isWhole, place, inner: left.values ?? refused, outer: right.values ?? typeText(right), keyword: 'enum' }];
}

/** A whole branch that is refused is named as such. */
function asBranch(narrowing: Narrowing, { inner, right }: Examined): Narrowing {
  if (inner.isBranch !== true || narrowing.kind !== 'type') return narrowing;
  return { ...narrowing, kind: 'branch', keyword: 'anyOf', inner: inner.atoms.at(-1)?.node, outer: typeText(right) };
}

function typeNarrowings({ types, left, right, place }: Examined): Narrowing[] {
  const lost = [...types].filter((type) => !right.types.has(type));
  const whole = { place, inner: typeText(left), outer: typeText(right), keyword: 'type' };
  return [
    ...(lost.includes('null') ? [{ ...whole, kind: 'null' as const }] : []),
    ...(lost.some((type) => type !== 'null') ? [{ ...whole, kind: 'type' as const }] : []),
  ];
}

/** Each branch must fit. */
function bySplitting({ inner, outer, place, ask }: Examined, { members, key }: Union): Narrowing[] {
  const split = new Set([...inner.split, key]);
  return members.flatMap((member) => ask({ inner: { atoms: [...inner.atoms, member], split, isBranch: true }, outer, place }));
}

/** Types that a union or a condition on the outer side may tell apart. */
function isSplitByType({ types, right }: Examined): boolean {
  const groups = new Set([...types].map((type) => (type === 'fraction' ? 'integer' : type)));
  return groups.size > 1 && (right.unions.length > 0 || right.conditions.length > 0) && [...types].some((type) => right.types.has(type));
}

/** A schema for each type, to be added to the inner side. */
const TYPES = (['null', 'boolean', 'integer', 'string', 'array', 'object'] as const).map((type) => {
  const library = openLibrary({ schema: { type: type === 'integer' ? 'number' : type } });
  return { type, atom: { node: library.root, library } };
});

function byType({ inner, outer, place, types, ask }: Examined): Narrowing[] {
  return TYPES.filter(({ type }) => types.has(type) || (type === 'integer' && types.has('fraction')))
    .flatMap(({ atom }) => ask({ inner: { atoms: [...inner.atoms, atom], split: inner.split, isBranch: inner.isBranch ?? false }, outer,
      place }));
}

/** Without repetitions: several branches may narrow the same place in the same way. */
function merged(narrowings: readonly Narrowing[]): Narrowing[] {
  return [...new Map(narrowings.map((narrowing) => [JSON.stringify(narrowing), narrowing])).values()];
}
