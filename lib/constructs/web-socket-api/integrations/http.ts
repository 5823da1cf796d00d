import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IDuration } from '../../duration';
import type { IVpcLink } from '../../integrations';
import type { IntegrationInput } from '../../spec-input';
import { mappingInput, type WebSocketMappingOptions } from './mapping-options';
import { WebSocketRouteIntegration } from './route-integration';

const DEFAULT_METHOD = 'POST';

/** Settings of an integration with an HTTP backend whose requests and answers are mapped. */
export interface WebSocketHttpIntegrationProps extends WebSocketMappingOptions {
  /**
   * The method of the request to the backend.
   * @default POST
   */
  readonly integrationMethod?: string;

  /**
   * The VPC link through which API Gateway calls a backend that is not public; the local gateway calls it directly.
   * @default - none
   */
  readonly vpcLink?: IVpcLink;
}

/**
 * Calls an HTTP backend; messages and answers are mapped. aws-cdk-lib has no class for it.
 * @example new WebSocketHttpIntegration('Join', 'https://chat.example.com/join', { requestTemplates: { $default: '{"text": $input.json("$.text")}' } })
 */
export class WebSocketHttpIntegration extends WebSocketRouteIntegration {
  /** @internal */
  public override readonly _uri: string;

  /** @internal */
  public override readonly _vpcLinkId?: string;

  private readonly props: WebSocketHttpIntegrationProps;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param url - `http(s)://…`; `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage
   */
  public constructor(id: string, url: string, props: WebSocketHttpIntegrationProps = {}) {
    throwProblems('the integration', [...checkArgument('string', 'id', id), ...checkArgument('string', 'url', url)]);
    super(id);
    this.props = this._accept(checkStruct('WebSocketHttpIntegrationProps', props));
    this._uri = url;
    this._vpcLinkId = this.props.vpcLink?.vpcLinkId;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { integrationMethod: httpMethod = DEFAULT_METHOD } = this.props;
    return { type: 'http', uri: this._uri, httpMethod, timeoutMs: this._timeoutMs(), ...mappingInput(this.props) };
  }
}

/** Settings of an integration that passes messages to an HTTP backend. */
export interface WebSocketHttpProxyIntegrationProps {
  /**
   * The method of the request to the backend.
   * @default POST
   */
  readonly integrationMethod?: string;

  /**
   * `integration.request.{header|querystring|path}.<name>` to `route.request.…`, `context.<name>`, `stageVariables.<name>` or a constant
   * in single quotes.
   * @default - none
   */
  readonly requestParameters?: Record<string, string>;

  /**
   * The time limit of a call: 50 ms to 29 s.
   * @default Duration.seconds(29)
   */
  readonly timeout?: IDuration;

  /**
   * The VPC link through which API Gateway calls a backend that is not public; the local gateway calls it directly.
   * @default - none
   */
  readonly vpcLink?: IVpcLink;
}

/**
 * Passes messages to an HTTP backend; the client gets its answers if the route returns a response. aws-cdk-lib has no class for it.
 * @example new WebSocketHttpProxyIntegration('Join', 'https://chat.example.com/join')
 */
export class WebSocketHttpProxyIntegration extends WebSocketRouteIntegration {
  /** @internal */
  public override readonly _uri: string;

  /** @internal */
  public override readonly _vpcLinkId?: string;

  private readonly props: WebSocketHttpProxyIntegrationProps;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param url - `http(s)://…`; `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage
   */
  public constructor(id: string, url: string, props: WebSocketHttpProxyIntegrationProps = {}) {
    throwProblems('the integration', [...checkArgument('string', 'id', id), ...checkArgument('string', 'url', url)]);
    super(id);
    this.props = this._accept(checkStruct('WebSocketHttpProxyIntegrationProps', props));
    this._uri = url;
    this._vpcLinkId = this.props.vpcLink?.vpcLinkId;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { integrationMethod: httpMethod = DEFAULT_METHOD, requestParameters } = this.props;
    return { type: 'http-proxy', uri: this._uri, httpMethod, timeoutMs: this._timeoutMs(), requestParameters };
  }
}
