import { issue } from '../../errors';
import { methodLocation, stableId } from '../../spec';
import type { CollectContext } from '../collect-context';
import type { MethodsInput, ResourceInput } from '../spec-input';
import { withSymbolicTokens } from '../tokens';
import type { DeclaredRoute } from './declared-route';

interface ApiOfRoutes {
  readonly apiName: string;
  readonly _routes: readonly DeclaredRoute[];
}

/** The routes of an API as resources by path; one that has the key of another is an issue. */
export function routesInput(
  { apiName, _routes }: ApiOfRoutes, { locations, issues, tokens }: CollectContext,
): Record<string, ResourceInput> {
  const resources: Record<string, { readonly id: string; readonly methods: MethodsInput }> = {};
  const taken = new Map<string, string>();
  for (const route of _routes) {
    const { key, _specPath: path, _httpMethod: httpMethod } = route._key;
    const sameKey = taken.get(key);
    if (sameKey !== undefined) {
      issues.push({ ...issue('DUPLICATE_NAME', route.node.path, { what: 'route', name: key, other: sameKey }), related: sameKey });
      continue;
    }
    taken.set(key, route.node.path);
    const { methods } = resources[path] ??= { id: stableId(path), methods: {} };
    Object.assign(methods, { [httpMethod]: withSymbolicTokens(route._toSpec(), route, tokens) });
    if (Object.keys(methods).length === 1) locations.add(route, [`${apiName}${path}`], ['resources', path]);
    locations.add(route, [methodLocation(apiName, path, httpMethod)], ['resources', path, 'methods', httpMethod]);
  }
  return resources;
}
