import { checkArgument, checkStruct, throwProblems } from '../../props';
import type { IntegrationInput } from '../spec-input';
import { Integration, mappingInput } from './integration';
import type { IntegrationOptions, IVpcLink } from './integration-options';

/** Settings of a mapped HTTP backend. */
export interface HttpIntegrationOptions extends IntegrationOptions {
  /**
   * The backend's HTTP method.
   * @default - the method of the request
   */
  readonly httpMethod?: string;

  /**
   * The VPC link through which API Gateway calls a backend that is not public; the local gateway calls it directly.
   * @default - none
   */
  readonly vpcLink?: IVpcLink;
}

/** Calls an HTTP backend; requests and responses are mapped. */
export class HttpIntegration extends Integration {
  /** @internal */
  public override readonly _vpcLinkId?: string;

  private readonly url: string;
  private readonly options: HttpIntegrationOptions;

  /**
   * Binds to a backend.
   * @param url - `http(s)://…`; `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage
   */
  public constructor(url: string, options: HttpIntegrationOptions = {}) {
    throwProblems('the integration', checkArgument('string', 'url', url));
    super();
    this.url = url;
    this.options = this._accept(checkStruct('HttpIntegrationOptions', options));
    this._vpcLinkId = this.options.vpcLink?.vpcLinkId;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'http', uri: this.url, httpMethod: this.options.httpMethod, timeoutMs: this._timeoutMs(), ...mappingInput(this.options) };
  }
}
