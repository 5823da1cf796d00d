import type { AuthorizationInput } from '../../spec-input';
import type { IWebSocketRouteAuthorizer } from './route-authorizer';

/** Admits clients that sign their handshakes with AWS credentials. */
export class WebSocketIamAuthorizer implements IWebSocketRouteAuthorizer {
  public readonly authorizationType: string = 'AWS_IAM';
  public readonly isWebSocketRouteAuthorizer: boolean = true;

  /** @internal */
  public _authorization(): AuthorizationInput {
    return { type: 'AWS_IAM' };
  }
}
