import { checkArgument, checkStruct, locatedIssues, throwProblems } from '../../../props';
import { calledFunction, specNameOf, type IFunctionTarget } from '../../function-target';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';
import type { IWebSocketRouteAuthorizer } from './route-authorizer';

const DEFAULT_IDENTITY_SOURCE = 'route.request.header.Authorization';

/** Settings of a Lambda authorizer. */
export interface WebSocketLambdaAuthorizerProps {
  /**
   * Name of the authorizer: letters, digits, `_` and `-`.
   * @default - the id
   */
  readonly authorizerName?: string;

  /**
   * The parts of the caller's identity: `route.request.{header|querystring}.<name>`. A handshake without one of them gets 401.
   * @default ['route.request.header.Authorization']
   */
  readonly identitySource?: string[];
}

/**
 * Lets a function decide who may connect. It returns a policy, and is asked once for each connection.
 * @example new WebSocketLambdaAuthorizer('Guard', check, { identitySource: ['route.request.querystring.token'] })
 */
export class WebSocketLambdaAuthorizer implements IWebSocketRouteAuthorizer {
  public readonly authorizationType: string = 'CUSTOM';
  public readonly isWebSocketRouteAuthorizer: boolean = true;

  /** @internal */
  public readonly _declared: DeclaredRouteAuthorizer;

  /**
   * Declares an authorizer.
   * @param id - of its construct in the API
   * @param handler - the authorizer function; in an API of `synthgate/aws` also any Lambda function
   */
  public constructor(id: string, handler: IFunctionTarget, props: WebSocketLambdaAuthorizerProps = {}) {
    throwProblems('the authorizer', checkArgument('string', 'id', id));
    const target = calledFunction(handler, 'the authorizer');
    const { value, problems } = checkStruct('WebSocketLambdaAuthorizerProps', props);
    const { authorizerName = id, identitySource = [DEFAULT_IDENTITY_SOURCE] } = value;
    this._declared = {
      id, target, name: authorizerName,
      input: { type: 'request', function: specNameOf(target), identitySources: [...identitySource] },
      problems: locatedIssues(problems),
    };
  }

  /** @internal */
  public _authorization(authorizer: string): AuthorizationInput {
    return { type: 'CUSTOM', authorizer };
  }
}
