import type { IApi, IResource } from './api-interface';
import type { DeclaredAuthorizer } from './api-registry';
import { Authorizer } from './authorizers/authorizer';

/** The authorizers of an API: those declared below it and those its methods refer to. */
export function authorizersOf(api: IApi): DeclaredAuthorizer[] {
  return [...new Set([...api._registry.authorizers, ...namedBelow(api.root)])];
}

function namedBelow(resource: IResource): Authorizer[] {
  const own = resource._methods.flatMap((method) => (Authorizer.isAuthorizer(method._authorizer) ? [method._authorizer] : []));
  return [...own, ...resource._children.flatMap(namedBelow)];
}
