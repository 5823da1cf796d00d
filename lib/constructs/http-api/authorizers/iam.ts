import type { AuthorizationInput } from '../../spec-input';
import type { IHttpRouteAuthorizer } from './route-authorizer';

/** Admits callers that sign their requests with AWS credentials. */
export class HttpIamAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: string = 'AWS_IAM';
  public readonly isHttpRouteAuthorizer: boolean = true;

  /** @internal */
  public _authorization(): AuthorizationInput {
    return { type: 'AWS_IAM' };
  }
}
