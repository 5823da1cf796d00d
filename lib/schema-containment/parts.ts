import type { Atom } from './library';
import { schemaPattern } from './pattern';
import type { ArrayPart, ObjectPart } from './shape';

export function atomsOf(objects: readonly ObjectPart[], name: string): Atom[] {
  return objects.flatMap(({ properties, patterns, rest }) => {
    const own = properties.get(name);
    const schemas = [...(own === undefined ? [] : [own]),
      ...[...patterns].filter(([pattern, { library }]) => schemaPattern(pattern)(name, library.spend)).map(([, atom]) => atom)];
    return schemas.length === 0 && rest !== undefined ? [rest] : schemas;
  });
}

/** Whether a schema says something of a property by its name. */
export function mentions(objects: readonly ObjectPart[], name: string): boolean {
  return objects.some(({ properties, patterns }) => properties.has(name)
    || [...patterns].some(([pattern, { library }]) => schemaPattern(pattern)(name, library.spend)));
}

/** The schemas of properties that no schema names, which match exactly these patterns. */
export function atomsOfOthers(objects: readonly ObjectPart[], matched: ReadonlySet<string>): Atom[] {
  return objects.flatMap(({ patterns, rest }) => {
    const atoms = [...patterns].filter(([pattern]) => matched.has(pattern)).map(([, atom]) => atom);
    return atoms.length === 0 && rest !== undefined ? [rest] : atoms;
  });
}

/** The schemas of an item. */
export function atomsAt(arrays: readonly ArrayPart[], index: number): Atom[] {
  return arrays.flatMap(({ first, rest }) => [first[index] ?? rest].flatMap((atom) => atom ?? []));
}
