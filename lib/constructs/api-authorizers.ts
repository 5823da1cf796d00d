import type { IResource } from './api-interface';
import type { DeclaredAuthorizer } from './api-registry';
import { Authorizer } from './authorizers/authorizer';
import type { DeclaredApi } from './declared-api';

/** The authorizers of an API: those declared below it and those its methods refer to. */
export function authorizersOf(api: DeclaredApi): DeclaredAuthorizer[] {
  return [...new Set([...api._registry.authorizers, ...api._namedAuthorizers()])];
}

/** The authorizers that the methods of a resource and of those below it refer to. */
export function namedBelow(resource: IResource): Authorizer[] {
  const own = resource._methods.flatMap((method) => (Authorizer.isAuthorizer(method._authorizer) ? [method._authorizer] : []));
  return [...own, ...resource._children.flatMap(namedBelow)];
}
