import { checkStruct } from '../../props';
import { calledFunction, specNameOf, type IFunctionTarget } from '../function-target';
import { enumValue, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, maxProxyTimeoutMs } from './integration';
import type { ProxyIntegrationOptions } from './integration-options';

/**
 * Passes the whole request to a function as an event and returns its result as the response. A method that is
 * bound to a function directly has this integration.
 */
export class ProxyIntegration extends Integration {
  /** @internal */
  public override readonly _function: IFunctionTarget;

  private readonly options: ProxyIntegrationOptions;

  /** Binds to a function. @param handler - the function that is called; in a CDK app with `synthgate/aws` also any Lambda function */
  public constructor(handler: IFunctionTarget, options: ProxyIntegrationOptions = {}) {
    super();
    this._function = calledFunction(handler, 'the integration');
    this.options = this._accept(checkStruct('ProxyIntegrationOptions', options));
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { credentials, responseTransferMode } = this.options;
    return {
      type: 'proxy',
      function: specNameOf(this._function),
      credentials,
      timeoutMs: this._timeoutMs(),
      responseTransferMode: enumValue(responseTransferMode),
      ...cacheKeyInput(this.options),
    };
  }

  /** @internal */
  protected override _maxTimeoutMs(): number {
    return maxProxyTimeoutMs(this.options);
  }
}
