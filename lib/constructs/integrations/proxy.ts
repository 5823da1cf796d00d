import { checkArgument, checkStruct, throwProblems } from '../../props';
import { enumValue, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, maxProxyTimeoutMs, type IProxyFunction } from './integration';
import type { ProxyIntegrationOptions } from './integration-options';

/**
 * Passes the whole request to a function as an event and returns its result as the response. A method that is
 * bound to a function directly has this integration.
 */
export class ProxyIntegration extends Integration {
  private readonly functionName: string;
  private readonly options: ProxyIntegrationOptions;

  /**
   * Binds to a function.
   * @param handler - the function that is called
   */
  public constructor(handler: IProxyFunction, options: ProxyIntegrationOptions = {}) {
    throwProblems('the integration', checkArgument('IProxyFunction', 'handler', handler));
    const checked = checkStruct('ProxyIntegrationOptions', options);
    super(checked.value.timeout, handler);
    this.functionName = handler.functionName;
    this.options = this._accept(checked);
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { credentials, responseTransferMode } = this.options;
    return {
      type: 'proxy',
      function: this.functionName,
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
