import { readPathPart } from '../../../spec';
import { memberOf, textOf } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

/** The resource paths of one API, by id. */
export type Paths = ReadonlyMap<string, string>;

/**
 * The paths of an API's resources, wherever they are declared. A resource whose parent is missing has none.
 * @param roots - ids of the root
 */
export function pathsOf(roots: readonly string[], resources: readonly Resource[]): Paths {
  const parts = new Map(resources.map((resource) => [idOf(resource.stack.source.name, resource.logicalId), resource]));
  const paths = new Map(roots.map((id) => [id, '/']));
  const find = (id: string, open: ReadonlySet<string>): string | undefined => {
    const known = paths.get(id);
    const resource = parts.get(id);
    if (known !== undefined || resource === undefined || open.has(id)) return known;
    const properties = resource.stack.properties(resource);
    const parent = find(textOf(memberOf(properties, 'ParentId')) ?? '', new Set([...open, id]));
    const part = textOf(memberOf(properties, 'PathPart'));
    if (parent === undefined || part === undefined) return undefined;
    const path = `${parent === '/' ? '' : parent}/${validPart(part)}`;
    paths.set(id, path);
    return path;
  };
  for (const id of parts.keys()) find(id, new Set());
  return paths;
}

/** What is known only after deployment, or not valid, is named in place of it. */
function validPart(part: string): string {
  if (readPathPart(part) !== undefined) return part;
  const known = part.replace(/\$\{token:([^}]*)\}/g, '$1');
  return readPathPart(known) === undefined ? known.replace(/[^A-Za-z0-9._:-]/g, '-') || '-' : known;
}
