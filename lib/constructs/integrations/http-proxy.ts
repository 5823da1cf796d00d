import { checkArgument, checkStruct, throwProblems } from '../../props';
import { enumValue, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, maxProxyTimeoutMs } from './integration';
import type { ProxyIntegrationOptions } from './integration-options';

/** Settings of an HTTP proxy integration. */
export interface HttpProxyIntegrationOptions extends ProxyIntegrationOptions {
  /**
   * The backend's HTTP method.
   * @default - the method of the request
   */
  readonly httpMethod?: string;

  /**
   * `integration.request.{header|querystring|path}.<name>` to `method.request.…`, `context.<name>`,
   * `stageVariables.<name>` or a constant in single quotes.
   * @default - none
   */
  readonly requestParameters?: Record<string, string>;
}

/** Passes requests through to an HTTP backend and returns its responses. */
export class HttpProxyIntegration extends Integration {
  private readonly url: string;
  private readonly options: HttpProxyIntegrationOptions;

  /**
   * Binds to a backend.
   * @param url - `http(s)://…`; `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage
   */
  public constructor(url: string, options: HttpProxyIntegrationOptions = {}) {
    throwProblems('the integration', checkArgument('string', 'url', url));
    const checked = checkStruct('HttpProxyIntegrationOptions', options);
    super(checked.value.timeout);
    this.url = url;
    this.options = this._accept(checked);
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { httpMethod, requestParameters } = this.options;
    return {
      type: 'http-proxy',
      uri: this.url,
      httpMethod,
      credentials: this.options.credentials,
      timeoutMs: this._timeoutMs(),
      responseTransferMode: enumValue(this.options.responseTransferMode),
      requestParameters,
      ...cacheKeyInput(this.options),
    };
  }

  /** @internal */
  protected override _maxTimeoutMs(): number {
    return maxProxyTimeoutMs(this.options);
  }
}
