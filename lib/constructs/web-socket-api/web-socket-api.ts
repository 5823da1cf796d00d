import type { Construct } from 'constructs';
import { readOptions, readProps, type StructName } from '../../props';
import { CONNECT_ROUTE, DEFAULT_ROUTE_KEY, DISCONNECT_ROUTE, protocolOf, stableId } from '../../spec';
import { ApiBase } from '../api-base';
import { registerApi, registryOf, type ApiRegistry, type DeclaredAuthorizer } from '../api-registry';
import type { CollectContext } from '../collect-context';
import { freeId } from '../construct-name';
import type { IFunctionTarget } from '../function-target';
import { routesInput } from '../routes/routes-spec';
import type { ApiInput, ResourceInput } from '../spec-input';
import type { IWebSocketRouteAuthorizer } from './authorizers/route-authorizer';
import type { DeclaredWebSocketRoute, IWebSocketApi } from './web-socket-api-interface';
import type { WebSocketApiProps } from './web-socket-api-props';
import { WebSocketRoute, type WebSocketRouteOptions } from './web-socket-route';

/**
 * A WebSocket API: routes for what happens on a connection, with integrations; a WebSocketStage makes it callable.
 * @example
 * const api = new WebSocketApi(app, 'Chat', { connectRouteOptions: { integration: new WebSocketLambdaIntegration('Connect', connect) } });
 * api.addRoute('join', { integration: new WebSocketLambdaIntegration('Join', join), returnResponse: true });
 * new WebSocketStage(app, 'Prod', { webSocketApi: api, stageName: 'prod', autoDeploy: true });
 */
export class WebSocketApi extends ApiBase implements IWebSocketApi {
  /** @internal */
  public static readonly _props: StructName = 'WebSocketApiProps';

  /** Whether a value is a WebSocket API, including one of another copy of this library. */
  public static isWebSocketApi(value: unknown): value is WebSocketApi {
    const registry = registryOf(value);
    return registry !== undefined && protocolOf(registry) === 'websocket';
  }

  public readonly apiId: string;
  public readonly apiName: string;

  /** @internal */
  public readonly _registry: ApiRegistry;

  /** @internal */
  public readonly _routes: DeclaredWebSocketRoute[] = [];

  /** @internal */
  public readonly _authorizers = new Map<IWebSocketRouteAuthorizer, DeclaredAuthorizer>();

  private readonly props: WebSocketApiProps;

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: WebSocketApiProps = {}) {
    super(scope, id);
    this._registry = registerApi(this, 'websocket');
    props = readProps(this, new.target, props);
    this.props = props;
    this.apiName = props.apiName ?? id;
    this.apiId = props.apiId ?? stableId(this.node.path);
    const { connectRouteOptions, disconnectRouteOptions, defaultRouteOptions } = props;
    if (connectRouteOptions !== undefined) this.addRoute(CONNECT_ROUTE, connectRouteOptions);
    if (disconnectRouteOptions !== undefined) this.addRoute(DISCONNECT_ROUTE, disconnectRouteOptions);
    if (defaultRouteOptions !== undefined) this.addRoute(DEFAULT_ROUTE_KEY, defaultRouteOptions);
  }

  public get webSocketApiId(): string {
    return this.apiId;
  }

  /**
   * Adds a route.
   * @param routeKey - the value of `routeSelectionExpression` that messages for it have; or `$connect`, `$disconnect`, `$default`
   */
  public addRoute(routeKey: string, options: WebSocketRouteOptions): WebSocketRoute {
    const read = readOptions(this, 'WebSocketRouteOptions', options);
    return new WebSocketRoute(this, freeId(this, `${routeKey}-Route`), { ...read, webSocketApi: this, routeKey });
  }

  /** @internal */
  public _toSpec(): ApiInput {
    const { routeSelectionExpression, apiKeySelectionExpression } = this.props;
    return { ...this._shared(this.props), routeSelectionExpression, apiKeySource: apiKeySelectionExpression?._source };
  }

  /** @internal */
  public _resources(context: CollectContext): Record<string, ResourceInput> {
    return routesInput(this, context);
  }

  /** @internal */
  public _integrationTargets(): IFunctionTarget[] {
    return this._routes.flatMap(({ _integration }) => _integration._function ?? []);
  }
}
