import { readPathPart } from '../../../spec';
import { memberOf, textOf } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

/** The path of a resource. */
export interface ResourcePath {
  readonly path: string;
  /** The path above a part that is not valid or known only after deployment: nobody knows which requests are for what is below. */
  readonly unknownBelow?: string;
}

/** The resource paths of one API, by id. */
export type Paths = ReadonlyMap<string, ResourcePath>;

/**
 * The paths of an API's resources, wherever they are declared. A resource whose parent is missing has none.
 * @param roots - ids of the root
 */
export function pathsOf(roots: readonly string[], resources: readonly Resource[]): Paths {
  const parts = new Map(resources.map((resource) => [idOf(resource.stack.source.name, resource.logicalId), resource]));
  const paths = new Map<string, ResourcePath>(roots.map((id) => [id, { path: '/' }]));
  const find = (id: string, open: ReadonlySet<string>): ResourcePath | undefined => {
    const known = paths.get(id);
    const resource = parts.get(id);
    if (known !== undefined || resource === undefined || open.has(id)) return known;
    const properties = resource.stack.properties(resource);
    const parent = find(textOf(memberOf(properties, 'ParentId')) ?? '', new Set([...open, id]));
    const part = textOf(memberOf(properties, 'PathPart'));
    if (parent === undefined || part === undefined) return undefined;
    const valid = validPart(part);
    const unknownBelow = parent.unknownBelow ?? (valid === part ? undefined : parent.path);
    const resourcePath = { path: `${parent.path === '/' ? '' : parent.path}/${valid}`, ...(unknownBelow === undefined ? {} : { unknownBelow }) };
    paths.set(id, resourcePath);
    return resourcePath;
  };
  for (const id of parts.keys()) find(id, new Set());
  return paths;
}

/** Makes a path part valid: a token becomes its name, and other invalid characters become `-`. */
function validPart(part: string): string {
  if (readPathPart(part) !== undefined) return part;
  const known = part.replace(/\$\{token:([^}]*)\}/g, '$1');
  return readPathPart(known) === undefined ? known.replace(/[^A-Za-z0-9._:-]/g, '-') || '-' : known;
}
