import { checkArgument, checkStruct, throwProblems } from '../../props';
import { enumValue, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, maxProxyTimeoutMs } from './integration';
import type { IVpcLink, ProxyIntegrationOptions } from './integration-options';

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

  /**
   * The VPC link through which API Gateway calls a backend that is not public; the local gateway calls it directly.
   * @default - none
   */
  readonly vpcLink?: IVpcLink;
}

/** Passes requests through to an HTTP backend and returns its responses. */
export class HttpProxyIntegration extends Integration {
  /** @internal */
  public override readonly _vpcLinkId?: string;

  private readonly url: string;
  private readonly options: HttpProxyIntegrationOptions;

  /**
   * Binds to a backend.
   * @param url - `http(s)://…`; `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage
   */
  public constructor(url: string, options: HttpProxyIntegrationOptions = {}) {
    throwProblems('the integration', checkArgument('string', 'url', url));
    super();
    this.url = url;
    this.options = this._accept(checkStruct('HttpProxyIntegrationOptions', options));
    this._vpcLinkId = this.options.vpcLink?.vpcLinkId;
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
