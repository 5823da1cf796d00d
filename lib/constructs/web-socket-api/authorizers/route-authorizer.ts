import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';

/** Decides who may connect. */
export interface IWebSocketRouteAuthorizer {
  /** The authorization of the route with this authorizer: NONE, AWS_IAM or CUSTOM. */
  readonly authorizationType: string;

  /** Always true: it tells them from authorizers of other kinds of APIs. */
  readonly isWebSocketRouteAuthorizer: boolean;

  /** The declaration in an API whose routes name it; none if nothing has to be declared. @internal */
  readonly _declared?: DeclaredRouteAuthorizer;

  /** The authorization of a route, by the name of what is declared. @internal */
  _authorization(name: string): AuthorizationInput;
}
