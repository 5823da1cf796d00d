import { LIMITS } from '../../../spec';
import { IntegrationBase } from '../../integration-base';

/** The backend of routes. One may serve several routes of an API. */
export abstract class WebSocketRouteIntegration extends IntegrationBase {
  /** Id of its construct. */
  public readonly id: string;

  /** Always true: it tells them from integrations of other kinds of APIs. */
  public readonly isWebSocketRouteIntegration: boolean = true;

  /** The address of a backend or service as it was written: parts of it may be known only on AWS. @internal */
  public readonly _uri?: string;

  /** The VPC link through which AWS reaches the backend. @internal */
  public readonly _vpcLinkId?: string;

  /** Declares an integration. */
  protected constructor(id: string) {
    super();
    this.id = id;
  }

  /** @internal */
  protected _maxTimeoutMs(): number {
    return LIMITS.integrationTimeoutMs.max;
  }
}
