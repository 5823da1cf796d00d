/** Parts of a resource path: `/pets/{id}` → `['pets', '{id}']`; the root has none. */
export function pathParts(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** A path part: a literal, one `{parameter}`, or a greedy `{parameter+}`. */
export type PathPart =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'parameter' | 'greedy'; readonly name: string };

const LITERAL = /^[A-Za-z0-9\-._:,$]+$/;
const PARAMETER = /^\{([A-Za-z0-9\-._]+)(\+?)\}$/;

/** Reads a path part; `undefined` if it is invalid. */
export function readPathPart(part: string): PathPart | undefined {
  if (LITERAL.test(part)) return { type: 'literal', text: part };
  const match = PARAMETER.exec(part);
  if (match === null) return undefined;
  return { type: match[2] === '+' ? 'greedy' : 'parameter', name: match[1] ?? '' };
}

/** The parent path: `/pets/{id}` → `/pets`; `undefined` for the root. */
export function parentPath(path: string): string | undefined {
  if (path === '/') return undefined;
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** All paths of a tree, including implied parents, root first. */
export function withParents(paths: Iterable<string>): Set<string> {
  const all = new Set<string>(['/']);
  for (const path of paths) {
    for (let above: string | undefined = path; above !== undefined; above = parentPath(above)) all.add(above);
  }
  return all;
}
