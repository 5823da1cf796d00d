import type { IConstruct } from 'constructs';
import { issue, type Issue } from '../errors';
import { pathParts, readPathPart, stableId } from '../spec';

/** A resource that gets a child. */
export interface ParentPath {
  readonly path: string;
  readonly children: readonly ChildPath[];
}

interface ChildPath extends IConstruct {
  readonly _pathPart: string;
}

/** The path with one more part. */
export function joinPath(parent: string, part: string): string {
  return parent === '/' ? `/${part}` : `${parent}/${part}`;
}

/** A valid path in place of a rejected one, so that what is below it can be checked. */
export function standInPath(constructPath: string): string {
  return `/refused-${stableId(constructPath)}`;
}

/** Issues of one more part below a resource; `location` is that of the new resource. */
export function checkPathPart(parent: ParentPath, text: string, location: string): Issue[] {
  const part = readPathPart(text);
  if (part === undefined) return [issue('PATH_PART_INVALID', location, { part: text })];
  const above = pathParts(parent.path);
  const issues: Issue[] = [];
  const greedy = above.at(-1);
  if (greedy !== undefined && readPathPart(greedy)?.type === 'greedy') issues.push(issue('GREEDY_PART_NOT_LAST', location, { part: greedy }));
  if (part.type !== 'literal' && above.some((ancestor) => nameIn(ancestor) === part.name)) issues.push(issue('PATH_PARAMETER_REPEATED', location, { name: part.name }));
  return [...issues, ...checkSiblings(parent, text, location)];
}

function checkSiblings({ path, children }: ParentPath, text: string, location: string): Issue[] {
  const same = children.find((child) => child._pathPart === text);
  if (same !== undefined) return [{ ...issue('RESOURCE_DUPLICATE', location, { part: text, parent: path }), related: same.node.path }];
  const sibling = nameIn(text) === undefined ? undefined : children.find((child) => nameIn(child._pathPart) !== undefined);
  if (sibling === undefined) return [];
  return [{ ...issue('VARIABLE_SIBLINGS', location, { part: text, other: sibling._pathPart }), related: sibling.node.path }];
}

/** Name of the parameter that a part is, if it is one. */
function nameIn(text: string): string | undefined {
  const part = readPathPart(text);
  return part === undefined || part.type === 'literal' ? undefined : part.name;
}
