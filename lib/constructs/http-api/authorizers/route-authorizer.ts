import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';

/** Decides about the callers of the routes that name it. */
export interface IHttpRouteAuthorizer {
  /** The authorization of routes with this authorizer: NONE, AWS_IAM, JWT or CUSTOM. */
  readonly authorizationType: string;

  /** Always true: it tells them from authorizers of REST APIs. */
  readonly isHttpRouteAuthorizer: boolean;

  /** Returns the part of an API that routes which name it need; none if nothing has to be declared. @internal */
  readonly _declared?: DeclaredRouteAuthorizer;

  /** The authorization of a route, by the name of what is declared. @internal */
  _authorization(name: string, scopes: string[]): AuthorizationInput;
}
