import { checkArgument, checkStruct, throwProblems } from '../../props';
import type { IProxyFunction } from './integration';
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
   * @param handler - the function that is called
   */
  public constructor(handler: IProxyFunction, options: IntegrationOptions = {}) {
    throwProblems('the integration', checkArgument('IProxyFunction', 'handler', handler));
    const checked = checkStruct('IntegrationOptions', options);
    super(checked.value.timeout, handler);
    this.functionName = handler.functionName;
    this.options = this._accept(checked);
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'mapped', function: this.functionName, timeoutMs: this._timeoutMs(), ...mappingInput(this.options) };
  }
}
