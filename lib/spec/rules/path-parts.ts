import { issue, type Issue } from '../../errors';
import { pathParts, readPathPart } from '../path';
import type { Rule } from './rule';

/** Every part of a path is a literal or one `{parameter}`; a greedy one is last; names are unique. */
export const pathPartsRule: Rule = (spec) => Object.keys(spec.resources).flatMap((path) => checkPath(path, `${spec.api.name}${path}`));

function checkPath(path: string, location: string): Issue[] {
  const parts = pathParts(path);
  const names = new Set<string>();
  return parts.flatMap((text, index) => {
    const part = readPathPart(text);
    if (part === undefined) return [issue('PATH_PART_INVALID', location, { part: text })];
    if (part.type === 'literal') return [];
    const found: Issue[] = [];
    if (part.type === 'greedy' && index < parts.length - 1) found.push(issue('GREEDY_PART_NOT_LAST', location, { part: text }));
    if (names.has(part.name)) found.push(issue('PATH_PARAMETER_REPEATED', location, { name: part.name }));
    names.add(part.name);
    return found;
  });
}
