import { issue, type Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { parentPath, withParents } from '../path';
import { DEFAULT_ROUTE_PATH } from '../protocol';
import { describeProtocol } from '../protocols';
import { hasCallableMethods, methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** A parent has at most one variable child: two would match the same requests. Paths of which no method can be called match none. */
export const siblingsRule: Rule = (spec) => {
  const { hasOneVariableChild, paths } = describeProtocol(spec);
  if (paths === 'route-keys') return [];
  if (!hasOneVariableChild) return sameRoutes(spec);
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

/** Routes that differ in the names of their parameters alone match the same requests. */
function sameRoutes(spec: GatewaySpec): Issue[] {
  const known = new Map<string, string>();
  return methodsOf(spec).flatMap(({ path, httpMethod, location }) => {
    if (path === DEFAULT_ROUTE_PATH && httpMethod !== 'ANY') return [issue('DEFAULT_ROUTE_METHOD', location, { method: httpMethod })];
    const shape = `${httpMethod} ${path.replace(/\{[^}+]*(\+?)\}/g, '{$1}')}`;
    const sibling = known.get(shape);
    known.set(shape, path);
    return sibling === undefined ? [] : [issue('ROUTE_REPEATED', spec.api.name, { route: `${httpMethod} ${path}`, other: `${httpMethod} ${sibling}` })];
  });
}
