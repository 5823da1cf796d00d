import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IDuration } from '../../duration';
import { calledFunction, specNameOf, type IFunctionTarget } from '../../function-target';
import type { IntegrationInput } from '../../spec-input';
import { WebSocketRouteIntegration } from './route-integration';

/** Settings of an integration with a function. */
export interface WebSocketLambdaIntegrationProps {
  /**
   * The time limit of a call: 50 ms to 29 s.
   * @default Duration.seconds(29)
   */
  readonly timeout?: IDuration;
}

/**
 * Calls a function with the event of a connection: a handshake, a message or its end.
 * @example new WebSocketLambdaIntegration('Join', new ProxyFunction(app, 'JoinFunction', { entry: 'src/join.ts' }))
 */
export class WebSocketLambdaIntegration extends WebSocketRouteIntegration {
  /** @internal */
  public override readonly _function: IFunctionTarget;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param handler - the function that is called; in an API of `synthgate/aws` also any Lambda function
   */
  public constructor(id: string, handler: IFunctionTarget, props: WebSocketLambdaIntegrationProps = {}) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    const target = calledFunction(handler, 'the integration');
    super(id);
    this._accept(checkStruct('WebSocketLambdaIntegrationProps', props));
    this._function = target;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'proxy', function: specNameOf(this._function), timeoutMs: this._timeoutMs() };
  }
}
