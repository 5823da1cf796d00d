import { isDeepStrictEqual } from 'node:util';
import { specJsonSchema } from '../../lib/spec';

interface SchemaNode {
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** JSON Schema, as Zod writes it: once, for each writing takes tens of milliseconds. */
const SPEC = specJsonSchema() as SchemaNode;

type Values = Readonly<Record<string, unknown>>;

/** A member that has no members itself: `api.name`, `stages.*.variables`, `authorizers.*<jwt>.issuer`. */
interface SpecMember {
  readonly at: string;
  readonly schema: SchemaNode;
  /** Its values in the definition, one for each node that may have it. */
  readonly values: readonly unknown[];
}

/** The places of all members of a spec. A new member, a new node and a new kind are new places. */
export function specMembers(): string[] {
  return members().map(({ at }) => at);
}

/** The places where definitions say something else than the default. */
function membersSaid(specs: readonly object[]): ReadonlySet<string> {
  return new Set(members(specs).filter(isSaid).map(({ at }) => at));
}

/** The places that no definition says anything at; of those below a prefix, no notice is taken. */
export function membersUnsaid(specs: readonly object[], elsewhere: readonly string[] = []): string[] {
  const said = membersSaid(specs);
  return specMembers().filter((at) => !said.has(at) && !elsewhere.some((prefix) => at.startsWith(prefix)));
}

/** The members, with or without members of their own, that the reference has no words for. The kind of a node is named by its values. */
export function undescribedMembers(): string[] {
  return undescribedBelow('', SPEC);
}

function undescribedBelow(at: string, { properties = {}, additionalProperties, items, oneOf = [], anyOf = [] }: SchemaNode): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description === undefined && schema.const === undefined ? [`${at}.${name}`] : []), ...undescribedBelow(`${at}.${name}`, schema),
  ]);
  const kinds = [...oneOf, ...anyOf].flatMap((kind) => undescribedBelow(at, kind));
  const entries = [items, additionalProperties].flatMap((entry) => (typeof entry === 'object' ? undescribedBelow(`${at}.*`, entry) : []));
  return [...new Set([...own, ...kinds, ...entries])];
}

function members(specs: readonly object[] = []): SpecMember[] {
  return membersOf({ at: '', schema: SPEC, values: specs.map((spec) => JSON.parse(JSON.stringify(spec)) as unknown) });
}

function isSaid({ schema, values }: SpecMember): boolean {
  return values.some((value) => value !== undefined && !isDeepStrictEqual(value, schema.default));
}

function membersOf(member: SpecMember): SpecMember[] {
  const { at, schema: { properties, additionalProperties, items, oneOf, anyOf }, values } = member;
  const kinds = [...oneOf ?? [], ...anyOf ?? []].filter((one) => one.properties?.type?.const !== undefined);
  if (kinds.length > 0) return kinds.flatMap((schema) => membersOf(ofKind(member, schema)));
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, schema]) =>
      membersOf({ at: at === '' ? name : `${at}.${name}`, schema, values: values.filter(isObject).map((value) => value[name]) }));
  }
  if (items !== undefined) return nested(member, { at: `${at}[]`, schema: items, values: values.flatMap((value) => (Array.isArray(value) ? value as unknown[] : [])) });
  if (typeof additionalProperties !== 'object') return [member];
  return nested(member, { at: `${at}.*`, schema: additionalProperties, values: values.filter(isObject).flatMap((value) => Object.values(value)) });
}

/** Entries that have members are asked for these; a list or map of texts is one member. */
function nested(whole: SpecMember, entry: SpecMember): SpecMember[] {
  const members = membersOf(entry);
  return members.length === 1 && members[0] === entry ? [whole] : members;
}

function ofKind({ at, values }: SpecMember, schema: SchemaNode): SpecMember {
  const type = schema.properties?.type?.const;
  return { at: `${at}<${String(type)}>`, schema, values: values.filter((value) => isObject(value) && value.type === type) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A definition in which one member has another value. */
interface ChangedMember {
  readonly at: string;
  readonly spec: unknown;
}

/** The definition with one member changed, for each wanted member that it says and each value that may be one. */
export function changedMembers(spec: object, isWanted: (at: string) => boolean): ChangedMember[] {
  const value = JSON.parse(JSON.stringify(spec)) as unknown;
  return changesBelow({ at: '', schema: SPEC, values: [value] }, { put: (next) => next, isWanted });
}

interface Changing {
  readonly put: (value: unknown) => unknown;
  readonly isWanted: (at: string) => boolean;
}

function changesBelow({ at, schema, values: [value] }: SpecMember, changing: Changing): ChangedMember[] {
  const { put, isWanted } = changing;
  const { properties, additionalProperties, items, oneOf = [], anyOf = [] } = schema;
  const kind = [...oneOf, ...anyOf]
    .find((one) => isObject(value) && one.properties?.type?.const === value.type && value.type !== undefined);
  if (kind !== undefined && isObject(value)) {
    return changesBelow({ at: `${at}<${String(value.type)}>`, schema: kind, values: [value] }, changing);
  }
  const below = (place: string, member: SchemaNode,
    [current, replace]: readonly [unknown, (next: unknown) => unknown]): ChangedMember[] =>
    changesBelow({ at: place, schema: member, values: [current] }, { put: (next) => put(replace(next)), isWanted });
  if (properties !== undefined && isObject(value)) {
    return Object.entries(properties).flatMap(([name, member]) =>
      below(at === '' ? name : `${at}.${name}`, member, [value[name], (next) => ({ ...value, [name]: next })]));
  }
  const own = isWanted(at) ? otherValues(value, schema).map((next) => ({ at, spec: put(next) })) : [];
  if (items !== undefined && Array.isArray(value)) {
    return [...own, ...value.flatMap((item, index) =>
      below(`${at}[]`, items, [item, (next) => value.map((kept: unknown, position) => (position === index ? next : kept))]))];
  }
  if (typeof additionalProperties !== 'object' || !isObject(value)) return own;
  return [...own, ...Object.keys(value)
    .flatMap((name) => below(`${at}.*`, additionalProperties, [value[name], (next) => ({ ...value, [name]: next })]))];
}

/** Values instead of one, of the same type, or none; not all are allowed. */
function otherValues(value: unknown, schema: SchemaNode): unknown[] {
  const listed = (schema as { readonly enum?: readonly unknown[] }).enum ?? []; // JSON Schema
  const typed = typeof value === 'number' ? [value + 1, value - 1] : typeof value === 'boolean' ? [!value] : [];
  const texts = typeof value === 'string' ? [`${value}x`, value.replace(/\d/, '7'), value.replace(/\d$/, '7'), 'b'.repeat(64), 'other']
    : [];
  return [undefined, ...listed, ...typed, ...texts, ...(Array.isArray(value) ? [value.slice(1), []] : isObject(value) ? [{}, '*'] : [])];
}
