import { issue, type Issue } from '../../errors';
import { pathParts, readPathPart } from '../path';
import { describeProtocol } from '../protocols';
import { hasCallableMethods } from '../walk/walk-methods';
import type { Rule } from './rule';

/**
 * Every part of a path is a literal or one `{parameter}`; a greedy one is last; names are unique. Imported paths of which no
 * method can be called are listed as they are.
 */
export const pathPartsRule: Rule = (spec) => (describeProtocol(spec).paths === 'route-keys' ? [] :
  Object.entries(spec.resources).flatMap(([path, resource]) => (hasCallableMethods(resource) ? checkPath(path, `${spec.api.name}${path}`) : [])));

function checkPath(path: string, location: string): Issue[] {
  const parts = pathParts(path);
  const names = new Set<string>();
  return parts.flatMap((text, index) => {
    const part = readPathPart(text);
    if (part === undefined) return [issue('PATH_PART_INVALID', location, { part: text })];
    if (part.type === 'literal') return [];
    const issues: Issue[] = [];
    if (part.type === 'greedy' && index < parts.length - 1) issues.push(issue('GREEDY_PART_NOT_LAST', location, { part: text }));
    if (names.has(part.name)) issues.push(issue('PATH_PARAMETER_REPEATED', location, { name: part.name }));
    names.add(part.name);
    return issues;
  });
}
