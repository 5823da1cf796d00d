import { isObject } from '../errors';
import { isAnnotation, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS, VALUES } from './keywords';
import type { Atom, SchemaObject } from './library';

const TEXTS = new WeakMap<object, string>();

/** Whether two schemas are the same but for annotations; also what their references lead to. */
export function isSame(left: Atom, right: Atom): boolean {
  if (left.library.draft !== right.library.draft) return typeof left.node === 'boolean' && left.node === right.node;
  return left.node === right.node || closureText(left) === closureText(right);
}

/** The text of a schema and of all that it refers to; equal texts accept equal values. */
export function closureText(atom: Atom): string {
  const { node } = atom;
  if (typeof node === 'boolean') return String(node);
  const known = TEXTS.get(node);
  if (known !== undefined) return known;
  const order = new Map<unknown, number>();
  const targets: Atom[] = [];
  const numberOf = (target: Atom): number => {
    const seen = order.get(target.node);
    if (seen !== undefined) return seen;
    order.set(target.node, targets.length);
    targets.push(target);
    return targets.length - 1;
  };
  const texts = [canonical(node, atom, numberOf)];
  for (const target of targets) texts.push(canonical(target.node, target, numberOf)); // which may add targets
  const text = JSON.stringify(texts);
  TEXTS.set(node, text);
  return text;
}

/** The schema with sorted keywords and without annotations; references are numbers in order of appearance. */
function canonical(node: unknown, home: Atom, numberOf: (target: Atom) => number): unknown {
  if (!isObject(node)) return node;
  const canonicalMember = (member: unknown): unknown => canonical(member, home, numberOf);
  const entries = Object.entries(node).filter(([keyword]) => !isAnnotation(keyword)).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([keyword, value]): unknown => {
    if (keyword === '$ref') return [keyword, referenceOf(String(value), { node, library: home.library }, numberOf)];
    if (VALUES.has(keyword)) return [keyword, sorted(value)];
    if (SCHEMA_MAPS.has(keyword) && isObject(value)) return [keyword, mapped(value, canonicalMember)];
    if (Array.isArray(value) && (SCHEMA_LISTS.has(keyword) || SCHEMAS.has(keyword))) return [keyword, value.map(canonicalMember)];
    if (SCHEMAS.has(keyword)) return [keyword, canonicalMember(value)];
    if (keyword === 'type' || keyword === 'required') return [keyword, [value].flat().sort()];
    return [keyword, sorted(value)];
  });
}

function referenceOf(reference: string, { node, library }: Atom, numberOf: (target: Atom) => number): unknown {
  const target = typeof node === 'boolean' ? undefined : library.resolve(reference, node);
  return target === undefined ? { unresolved: reference } : numberOf(target);
}

function mapped(value: SchemaObject, change: (member: unknown) => unknown): unknown {
  return Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, Array.isArray(member) ? [...member].sort() : change(member)]);
}

export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return { members: Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]) };
}
