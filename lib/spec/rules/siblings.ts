import { issue } from '../../errors';
import { parentPath, withParents } from '../path';
import type { Rule } from './rule';

/** A parent has at most one variable child: two would match the same requests. */
export const siblingsRule: Rule = (spec) => {
  const variable = new Map<string, string>();
  return [...withParents(Object.keys(spec.resources))].sort().flatMap((path) => {
    const parent = parentPath(path);
    const part = path.slice(path.lastIndexOf('/') + 1);
    if (parent === undefined || !part.startsWith('{')) return [];
    const other = variable.get(parent);
    if (other !== undefined) return [issue('VARIABLE_SIBLINGS', `${spec.api.name}${path}`, { part, other })];
    variable.set(parent, part);
    return [];
  });
};
