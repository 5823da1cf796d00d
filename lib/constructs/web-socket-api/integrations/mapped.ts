import { checkArgument, checkStruct, throwProblems } from '../../../props';
import { calledFunction, specNameOf, type IFunctionTarget } from '../../function-target';
import type { IntegrationInput } from '../../spec-input';
import { mappingInput, type WebSocketMappingOptions } from './mapping-options';
import { WebSocketRouteIntegration } from './route-integration';

/**
 * Calls a function whose input and result are mapped. aws-cdk-lib has no class for it.
 * @example new WebSocketMappedIntegration('Count', counter, { requestTemplates: { $default: '{"id": "$context.connectionId"}' } })
 */
export class WebSocketMappedIntegration extends WebSocketRouteIntegration {
  /** @internal */
  public override readonly _function: IFunctionTarget;

  private readonly props: WebSocketMappingOptions;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param handler - the function that is called; in an API of `synthgate/aws` also any Lambda function
   */
  public constructor(id: string, handler: IFunctionTarget, props: WebSocketMappingOptions = {}) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    const target = calledFunction(handler, 'the integration');
    super(id);
    this.props = this._accept(checkStruct('WebSocketMappingOptions', props));
    this._function = target;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'mapped', function: specNameOf(this._function), timeoutMs: this._timeoutMs(), ...mappingInput(this.props) };
  }
}
