import { methodLocation, type HttpMethodSpec } from '../spec';
import type { IApi, IResource } from './api-interface';
import type { CollectContext } from './collect-context';
import type { Method } from './method';
import { corsInput, type ServedMethods } from './resource-cors';
import type { ResourceInput } from './spec-input';
import { withSymbolicTokens } from './tokens';

/** All resources of an API by path. Issues are added to those of the context. */
export function resourcesInput(api: IApi, context: CollectContext): Record<string, ResourceInput> {
  const resources: Record<string, ResourceInput> = {};
  for (const resource of withChildren(api.root)) {
    const served = servedMethods(resource);
    addLocations(api.apiName, resource, { served, locations: context.locations });
    // A root that only holds the others says nothing.
    if (resource === api.root && served.size === 0) continue;
    resources[resource._specPath] = {
      id: resource._specId,
      methods: Object.fromEntries([...served].map(([httpMethod, method]) =>
        [httpMethod, withSymbolicTokens(method._toSpec(), method, context.tokens)])),
      cors: withSymbolicTokens(corsInput(resource, served, context.issues), resource, context.tokens),
    };
  }
  return resources;
}

function withChildren(resource: IResource): IResource[] {
  return [resource, ...resource._children.flatMap(withChildren)];
}

/** The valid methods of a resource; the root also has those of a proxy resource directly below it. */
function servedMethods(resource: IResource): Map<HttpMethodSpec, Method> {
  const lent = resource._children.filter((child) => child._servesRoot).flatMap((child) => child._methods);
  const served = new Map<HttpMethodSpec, Method>();
  for (const method of [...resource._methods, ...lent]) {
    if (method._httpMethod === undefined || !method._isComplete || served.has(method._httpMethod)) continue;
    served.set(method._httpMethod, method);
  }
  return served;
}

function addLocations(apiName: string, resource: IResource, { served, locations }: { served: ServedMethods; locations: CollectContext['locations'] }): void {
  const path = resource._specPath;
  locations.add(resource, [`${apiName}${path}`], ['resources', path]);
  for (const [httpMethod, method] of served) {
    locations.add(method, [methodLocation(apiName, path, httpMethod)], ['resources', path, 'methods', httpMethod]);
  }
}
