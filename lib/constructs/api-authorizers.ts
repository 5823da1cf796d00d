import type { Api } from './api';
import { Authorizer } from './authorizers/authorizer';
import type { IResource } from './resource-interface';

/** The authorizers of an API: those declared below it and those its methods refer to. */
export function authorizersOf(api: Api): Authorizer[] {
  return [...new Set([...api._authorizers, ...namedBelow(api.root)])];
}

function namedBelow(resource: IResource): Authorizer[] {
  const own = resource._methods.flatMap((method) => (Authorizer.isAuthorizer(method._authorizer) ? [method._authorizer] : []));
  return [...own, ...resource._children.flatMap(namedBelow)];
}
