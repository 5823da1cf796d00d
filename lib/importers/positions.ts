import { loss, warning, type Issue } from '../errors';

/**
 * The treatment of a property of a source: `carried` into the spec; `noted`, because it has no effect here; or `refused`, with the reason.
 * One without a position is reported: it may be a misspelled one, or a new one.
 */
export type Position = 'carried' | 'noted' | { readonly refused: string };

export const CARRIED = (...names: string[]): Record<string, 'carried'> => Object.fromEntries(names.map((name) => [name, 'carried']));
export const NOTED = (...names: string[]): Record<string, 'noted'> => Object.fromEntries(names.map((name) => [name, 'noted']));
export const REFUSED = (members: Readonly<Record<string, string>>): Record<string, Position> =>
  Object.fromEntries(Object.entries(members).map(([name, refused]) => [name, { refused }]));

type Positioned = readonly [name: string, position: Position | undefined];

export function positionIn<P>(positions: Readonly<Record<string, P>>, name: string): P | undefined {
  return Object.hasOwn(positions, name) ? positions[name] : undefined;
}

/** Issues about the properties of one owner that are not carried or not known. @param type - of the owner, for people */
export function positionIssues(properties: readonly Positioned[], location: string, type: string): Issue[] {
  const noted = properties.filter(([, position]) => position === 'noted').map(([name]) => name);
  return [
    ...properties.flatMap(([name, position]) => {
      if (position === undefined) return [warning('IMPORT_PROPERTY_UNKNOWN', location, { name, type })];
      return typeof position === 'string' ? [] : [loss('IMPORT_PART_REFUSED', location, { what: name, reason: position.refused })];
    }),
    ...notedIssue(noted, location),
  ];
}

export function notedIssue(names: readonly string[], location: string): Issue[] {
  return names.length === 0 ? [] : [warning('IMPORT_PROPERTY_NOTED', location, { names: names.join(', ') })];
}
