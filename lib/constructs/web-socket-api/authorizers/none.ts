import type { AuthorizationInput } from '../../spec-input';
import type { IWebSocketRouteAuthorizer } from './route-authorizer';

/** Admits everybody, as no authorizer does. */
export class WebSocketNoneAuthorizer implements IWebSocketRouteAuthorizer {
  public readonly authorizationType: string = 'NONE';
  public readonly isWebSocketRouteAuthorizer: boolean = true;

  /** @internal */
  public _authorization(): AuthorizationInput {
    return { type: 'NONE' };
  }
}
