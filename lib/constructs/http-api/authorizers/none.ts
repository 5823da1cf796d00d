import type { AuthorizationInput } from '../../spec-input';
import type { IHttpRouteAuthorizer } from './route-authorizer';

/** Opens a route of an API that has a default authorizer. */
export class HttpNoneAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: string = 'NONE';
  public readonly isHttpRouteAuthorizer: boolean = true;

  /** @internal */
  public _authorization(): AuthorizationInput {
    return { type: 'NONE' };
  }
}
