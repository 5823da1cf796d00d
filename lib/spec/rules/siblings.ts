import { issue } from '../../errors';
import { parentPath, withParents } from '../path';
import { hasCallableMethods } from '../walk/walk-methods';
import type { Rule } from './rule';

/** A parent has at most one variable child: two would match the same requests. Paths of which no method can be called match none. */
export const siblingsRule: Rule = (spec) => {
  const variable = new Map<string, string>();
  const callable = Object.entries(spec.resources).filter(([, resource]) => hasCallableMethods(resource)).map(([path]) => path);
  return [...withParents(callable)].sort().flatMap((path) => {
    const parent = parentPath(path);
    const part = path.slice(path.lastIndexOf('/') + 1);
    if (parent === undefined || !part.startsWith('{')) return [];
    const sibling = variable.get(parent);
    if (sibling !== undefined) return [issue('VARIABLE_SIBLINGS', `${spec.api.name}${path}`, { part, other: sibling })];
    variable.set(parent, part);
    return [];
  });
};
