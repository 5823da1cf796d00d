import { checkStruct } from '../../props';
import { calledFunction, specNameOf, type IFunctionTarget } from '../function-target';
import type { IntegrationInput } from '../spec-input';
import { Integration, mappingInput } from './integration';
import type { IntegrationOptions } from './integration-options';

/**
 * Calls a function and maps its result to the response. With CORS the gateway adds
 * Access-Control-Allow-Origin itself.
 */
export class MappedIntegration extends Integration {
  private readonly functionName: string;
  private readonly options: IntegrationOptions;

  /**
   * Binds to a function.
   * @param handler - the function that is called; in a CDK app with `synthgate/aws` also any Lambda function
   */
  public constructor(handler: IFunctionTarget, options: IntegrationOptions = {}) {
    const fn = calledFunction(handler, 'the integration');
    const checked = checkStruct('IntegrationOptions', options);
    super(checked.value.timeout, fn);
    this.functionName = specNameOf(fn);
    this.options = this._accept(checked);
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'mapped', function: this.functionName, timeoutMs: this._timeoutMs(), ...mappingInput(this.options) };
  }
}
