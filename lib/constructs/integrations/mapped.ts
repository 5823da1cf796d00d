import { checkStruct } from '../../props';
import { calledFunction, specNameOf, type IFunctionTarget } from '../function-target';
import type { IntegrationInput } from '../spec-input';
import { Integration, mappingInput } from './integration';
import type { IntegrationOptions } from './integration-options';

/** Calls a function and maps its result to the response. With CORS the gateway adds Access-Control-Allow-Origin itself. */
export class MappedIntegration extends Integration {
  /** @internal */
  public override readonly _function: IFunctionTarget;

  private readonly options: IntegrationOptions;

  /** Binds to a function. @param handler - the function that is called; in a CDK app with `synthgate/aws` also any Lambda function */
  public constructor(handler: IFunctionTarget, options: IntegrationOptions = {}) {
    super();
    this._function = calledFunction(handler, 'the integration');
    this.options = this._accept(checkStruct('IntegrationOptions', options));
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'mapped', function: specNameOf(this._function), timeoutMs: this._timeoutMs(), ...mappingInput(this.options) };
  }
}
