import { Construct } from 'constructs';
import { issue } from '../../errors';
import { readProps, reportIssue, type StructName } from '../../props';
import { routePathOf } from '../../spec';
import type { DeclaredAuthorizer } from '../api-registry';
import type { IModel } from '../model';
import { boundAuthorizer } from '../routes/bound-authorizer';
import type { RouteKey } from '../routes/declared-route';
import type { MethodInput } from '../spec-input';
import type { IWebSocketRouteAuthorizer } from './authorizers/route-authorizer';
import type { WebSocketRouteIntegration } from './integrations/route-integration';
import { isRouteKey } from './route-key';
import type { IWebSocketApi } from './web-socket-api-interface';

const MARK = Symbol.for('synthgate.WebSocketRoute');

/** Settings of a route. */
export interface WebSocketRouteOptions {
  /** The integration. */
  readonly integration: WebSocketRouteIntegration;

  /**
   * The authorizer that decides who may connect; only on `$connect`.
   * @default - everybody
   */
  readonly authorizer?: IWebSocketRouteAuthorizer;

  /**
   * Whether the client gets the answer to its message.
   * @default false
   */
  readonly returnResponse?: boolean;

  /**
   * Whether a handshake must have an API key; only on `$connect`.
   * @default false
   */
  readonly apiKeyRequired?: boolean;

  /**
   * Models that messages must match, by what `modelSelectionExpression` names; `$default` is for all others.
   * @default - none
   */
  readonly requestModels?: Record<string, IModel>;

  /**
   * Expression that names the model of a message: `$request.body.action`.
   * @default - messages are not checked
   */
  readonly modelSelectionExpression?: string;
}

/** A route and where it belongs. */
export interface WebSocketRouteProps extends WebSocketRouteOptions {
  /** The API. */
  readonly webSocketApi: IWebSocketApi;

  /** The value of the API's `routeSelectionExpression` that messages for this route have; or `$connect`, `$disconnect`, `$default`. */
  readonly routeKey: string;
}

/** A route of a WebSocket API, bound to an integration. */
export class WebSocketRoute extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'WebSocketRouteProps';

  /** Whether a value is a route of a WebSocket API, including one of another copy of this library. */
  public static isWebSocketRoute(value: unknown): value is WebSocketRoute {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly webSocketApi: IWebSocketApi;

  /** Its key. */
  public readonly routeKey: string;

  /** @internal */
  public readonly _key: RouteKey;

  /** @internal */
  public readonly _integration: WebSocketRouteIntegration;

  /** @internal */
  public readonly _authorizer?: DeclaredAuthorizer;

  private readonly props: WebSocketRouteProps;

  /** Declares a route. */
  public constructor(scope: Construct, id: string, props: WebSocketRouteProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    const { webSocketApi, routeKey, integration, authorizer } = props;
    const isKey = isRouteKey(routeKey);
    this.webSocketApi = webSocketApi;
    this.routeKey = routeKey;
    this._key = { key: routeKey, _specPath: isKey ? routePathOf(routeKey) : '', _httpMethod: 'ANY' };
    this._integration = integration;
    this._authorizer = authorizer && boundAuthorizer(authorizer, webSocketApi);
    this.props = props;
    for (const problem of integration._check(this.node.path)) reportIssue(this, problem);
    if (isKey) webSocketApi._routes.push(this);
    else reportIssue(this, issue('ROUTE_KEY_INVALID', this.node.path, { given: routeKey }));
  }

  /** @internal */
  public _toSpec(): MethodInput {
    const { authorizer, apiKeyRequired, requestModels = {}, modelSelectionExpression, returnResponse } = this.props;
    return {
      authorization: authorizer?._authorization(this._authorizer?.authorizerId ?? ''),
      apiKeyRequired,
      requestModels: Object.fromEntries(Object.entries(requestModels).map(([key, { modelId }]) => [key, modelId])),
      modelSelectionExpression,
      hasRouteResponse: returnResponse === true ? true : undefined,
      integration: this._integration._toSpec(),
    };
  }
}
