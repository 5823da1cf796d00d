import { isObject } from '../errors';
import { NOT_IN_DRAFT_4, UNPROVED_KEYWORDS } from './keywords';
import type { Atom, SchemaNode, SchemaObject } from './library';
import { sorted } from './same';

/** The types of JSON; numbers are whole or not, as `integer` tells them apart. */
const TYPE_NAMES = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'] as const;
export type TypeName = (typeof TYPE_NAMES)[number];

export interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** Schemas of which a value must fit one, or exactly one. */
export interface Union {
  readonly members: readonly Atom[];
  readonly isExclusive: boolean;
  /** Tells unions apart: the list in the schema. */
  readonly key: object;
}

export interface ObjectPart {
  readonly properties: ReadonlyMap<string, Atom>;
  readonly patterns: ReadonlyMap<string, Atom>;
  readonly rest: Atom | undefined;
}

export interface ArrayPart {
  readonly first: readonly Atom[];
  readonly rest: Atom | undefined;
}

/** The consequence of a property that is there. */
export interface Dependency {
  readonly name: string;
  readonly required: readonly string[];
  readonly schema: Atom | undefined;
}

export interface Condition {
  readonly condition: Atom;
  readonly whenTrue: Atom;
  readonly whenFalse: Atom;
  readonly whole: Atom;
}

/** The demands of several schemas on a value together. */
export interface Shape {
  readonly types: ReadonlySet<TypeName>;
  readonly values: readonly unknown[] | undefined;
  readonly minimum: Limit;
  readonly maximum: Limit;
  readonly divisors: readonly number[];
  readonly length: Range;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly items: Range;
  readonly isUnique: boolean;
  readonly arrays: readonly ArrayPart[];
  readonly contains: readonly Atom[];
  readonly size: Range;
  readonly required: ReadonlySet<string>;
  readonly objects: readonly ObjectPart[];
  readonly dependencies: readonly Dependency[];
  readonly names: readonly Atom[];
  readonly unions: readonly Union[];
  readonly nots: readonly Atom[];
  readonly conditions: readonly Condition[];
  /** Keywords that the proof has no rule for, with the types that they are about. */
  readonly unproved: readonly { readonly keyword: string; readonly about: 'any' | 'array' | 'object'; readonly atom: Atom }[];
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The schemas that a value must fit, with those of `allOf` and behind references. */
export function flatten(atoms: readonly Atom[]): Atom[] {
  const seen = new Map<SchemaNode, Atom>();
  const add = (atom: Atom): void => {
    const { node, library } = atom;
    if (seen.has(node)) return;
    seen.set(node, atom);
    if (typeof node === 'boolean') return;
    if (Array.isArray(node.allOf)) {for (const member of node.allOf) {add({ node: member as SchemaNode,
      library });}} // ajv has checked the schema
    const target = typeof node.$ref === 'string' ? library.resolve(node.$ref, node) : undefined;
    if (target !== undefined) add(target);
  };
  atoms.forEach(add);
  return [...seen.values()];
}

const PARTS = new WeakMap<SchemaObject, Shape>();

/** Merges the keywords of schemas that {@link flatten} returned. */
export function shapeOf(atoms: readonly Atom[]): Shape {
  if (atoms.length === 0) return FREE;
  atoms[0]?.library.spend(1 + atoms.length);
  const parts = atoms.flatMap(({ node, library }): Shape[] => {
    if (typeof node === 'boolean') return [];
    const part = PARTS.get(node) ?? partOf({ node, library });
    PARTS.set(node, part);
    return [part];
  });
  const [only] = parts;
  if (only !== undefined && atoms.length === 1) return only;
  return merged(parts, atoms.some(({ node }) => node === false));
}

function merged(parts: readonly Shape[], isImpossible: boolean): Shape {
  const max = (values: readonly number[]): number => Math.max(...values);
  const min = (values: readonly number[]): number => Math.min(...values);
  const range = (name: 'length' | 'items' | 'size'): Range =>
    ({ min: max([0, ...parts.map((part) => part[name].min)]), max: min([Infinity, ...parts.map((part) => part[name].max)]) });
  return {
    types: new Set(isImpossible ? [] : TYPE_NAMES.filter((type) => parts.every(({ types }) => types.has(type)))),
    values: parts.reduce<readonly unknown[] | undefined>((known, { values }) =>
      (known === undefined || values === undefined ? known ?? values : common(known, values)), undefined),
    minimum: parts.map(({ minimum }) => minimum).reduce(upper, { value: -Infinity, isExclusive: false }),
    maximum: parts.map(({ maximum }) => maximum).reduce(lower, { value: Infinity, isExclusive: false }),
    length: range('length'), items: range('items'), size: range('size'),
    isUnique: parts.some(({ isUnique }) => isUnique),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    divisors: parts.flatMap(({ divisors }) => divisors), patterns: parts.flatMap(({ patterns }) => patterns),
    formats: parts.flatMap(({ formats }) => formats),
    arrays: parts.flatMap(({ arrays }) => arrays), contains: parts.flatMap(({ contains }) => contains),
    objects: parts.flatMap(({ objects }) => objects),
    dependencies: parts.flatMap(({ dependencies }) => dependencies), names: parts.flatMap(({ names }) => names),
    unions: parts.flatMap(({ unions }) => unions),
    nots: parts.flatMap(({ nots }) => nots), conditions: parts.flatMap(({ conditions }) => conditions),
    unproved: parts.flatMap(({ unproved }) => unproved),
  };
}

const FREE = merged([], false);

interface Home extends Atom {
  readonly node: SchemaObject;
}

function partOf(home: Home): Shape {
  const { node, library } = home;
  const atom = (value: unknown): Atom | undefined =>
    (isObject(value) || typeof value === 'boolean' ? { node: value, library } : undefined);
  const atoms = (value: unknown): Atom[] => (Array.isArray(value) ? value.flatMap((member) => atom(member) ?? []) : []);
  const isDraft4 = library.draft === '4';
  return {
    types: typesOf(node), values: valuesOf(node),
    minimum: limitOf(node, 'minimum', 'exclusiveMinimum'), maximum: limitOf(node, 'maximum', 'exclusiveMaximum'),
    divisors: typeof node.multipleOf === 'number' ? [node.multipleOf] : [],
    length: rangeOf(node, 'Length'), items: rangeOf(node, 'Items'), size: rangeOf(node, 'Properties'),
    patterns: typeof node.pattern === 'string' ? [node.pattern] : [], formats: typeof node.format === 'string' ? [node.format] : [],
    isUnique: node.uniqueItems === true, arrays: arraysOf(node, atom, isDraft4),
    // without a member that fits: only if minContains is 0, which the proof has no rule for
    contains: isDraft4 || node.minContains === undefined ? [atom(node.contains)].flatMap((schema) => schema ?? []) : [],
    required: new Set(Array.isArray(node.required) ? node.required.map(String) : []),
    objects: objectsOf(node, atom), dependencies: dependenciesOf(node, atom, isDraft4),
    names: [atom(node.propertyNames)].flatMap((schema) => schema ?? []), unions: unionsOf(node, atoms),
    nots: [atom(node.not)].flatMap((schema) => schema ?? []), conditions: conditionsOf(home, atom), unproved: unprovedOf(home, isDraft4),
  };
}

function typesOf({ type, nullable }: SchemaObject): ReadonlySet<TypeName> {
  if (type === undefined) return new Set(TYPE_NAMES);
  const names = [[type].flat(), nullable === true ? ['null'] : []].flat();
  const known = new Set<unknown>(names.flatMap((name) => (name === 'number' ? ['integer', 'fraction'] : [name])));
  return new Set(TYPE_NAMES.filter((name) => known.has(name)));
}

function valuesOf(node: SchemaObject): readonly unknown[] | undefined {
  const listed: readonly unknown[] | undefined = Array.isArray(node.enum) ? node.enum : undefined;
  if (!Object.hasOwn(node, 'const')) return listed;
  return listed === undefined ? [node.const] : common(listed, [node.const]);
}

function common(left: readonly unknown[], right: readonly unknown[]): unknown[] {
  const texts = new Set(right.map(valueText));
  return left.filter((value) => texts.has(valueText(value)));
}

/** The text of a value; equal values have equal texts. */
function valueText(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A number in a later draft, a number and a switch in draft 4. */
function limitOf(node: SchemaObject, name: 'minimum' | 'maximum', exclusiveName: 'exclusiveMinimum' | 'exclusiveMaximum'): Limit {
  const none = name === 'minimum' ? -Infinity : Infinity;
  const { [name]: inclusive, [exclusiveName]: exclusive } = node;
  const plain: Limit = { value: typeof inclusive === 'number' ? inclusive : none, isExclusive: exclusive === true };
  if (typeof exclusive !== 'number') return plain;
  const strict: Limit = { value: exclusive, isExclusive: true };
  return name === 'minimum' ? upper(plain, strict) : lower(plain, strict);
}

function upper(left: Limit, right: Limit): Limit {
  if (left.value === right.value) return left.isExclusive ? left : right;
  return left.value > right.value ? left : right;
}

function lower(left: Limit, right: Limit): Limit {
  if (left.value === right.value) return left.isExclusive ? left : right;
  return left.value < right.value ? left : right;
}

function rangeOf(node: SchemaObject, of: 'Length' | 'Items' | 'Properties'): Range {
  const { [`min${of}`]: min, [`max${of}`]: max } = node;
  return { min: typeof min === 'number' ? min : 0, max: typeof max === 'number' ? max : Infinity };
}

type ReadAtom = (value: unknown) => Atom | undefined;

function arraysOf({ items, prefixItems, additionalItems }: SchemaObject, atom: ReadAtom, isDraft4: boolean): ArrayPart[] {
  const list = isDraft4 ? items : prefixItems;
  const first = Array.isArray(list) ? list.flatMap((member) => atom(member) ?? []) : [];
  const rest = Array.isArray(items) ? atom(additionalItems) : atom(items);
  return first.length === 0 && rest === undefined ? [] : [{ first, rest }];
}

function objectsOf({ properties, patternProperties, additionalProperties }: SchemaObject, atom: ReadAtom): ObjectPart[] {
  const part = { properties: mapOf(properties, atom), patterns: mapOf(patternProperties, atom), rest: atom(additionalProperties) };
  return part.properties.size === 0 && part.patterns.size === 0 && part.rest === undefined ? [] : [part];
}

function mapOf(value: unknown, atom: ReadAtom): ReadonlyMap<string, Atom> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Map(entries.flatMap(([name, member]) => {
    const schema = atom(member);
    return schema === undefined ? [] : [[name, schema] as const];
  }));
}

function dependenciesOf({ dependencies, dependentRequired, dependentSchemas }: SchemaObject, atom: ReadAtom,
  isDraft4: boolean): Dependency[] {
  const maps = isDraft4 ? [dependencies] : [dependencies, dependentRequired, dependentSchemas];
  return maps.flatMap((map) => Object.entries(isObject(map) ? map : {}).map(([name, value]) => (
    { name, required: Array.isArray(value) ? value.map(String) : [], schema: atom(value) }
  )));
}

function unionsOf({ anyOf, oneOf }: SchemaObject, atoms: (value: unknown) => Atom[]): Union[] {
  return [
    ...(Array.isArray(anyOf) ? [{ members: atoms(anyOf), isExclusive: false, key: anyOf }] : []),
    ...(Array.isArray(oneOf) ? [{ members: atoms(oneOf), isExclusive: true, key: oneOf }] : []),
  ];
}

function conditionsOf(home: Home, atom: ReadAtom): Condition[] {
  const condition = atom(home.node.if);
  if (condition === undefined || (home.node.then === undefined && home.node.else === undefined)) return [];
  const always: Atom = { node: true, library: home.library };
  return [{ condition, whenTrue: atom(home.node.then) ?? always, whenFalse: atom(home.node.else) ?? always, whole: home }];
}

function unprovedOf(atom: Home, isDraft4: boolean): Shape['unproved'][number][] {
  const { node, library } = atom;
  const keywords = [...UNPROVED_KEYWORDS].filter(([keyword]) =>
    Object.hasOwn(node, keyword) && !(isDraft4 && NOT_IN_DRAFT_4.has(keyword)));
  const isLost = typeof node.$ref === 'string' && library.resolve(node.$ref, node) === undefined;
  return [
    ...keywords.map(([keyword, about]) => ({ keyword, about, atom })),
    ...(isLost ? [{ keyword: `$ref to ${String(node.$ref)}`, about: 'any' as const, atom }] : []),
  ];
}
