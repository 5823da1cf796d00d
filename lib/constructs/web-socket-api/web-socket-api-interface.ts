import type { IConstruct } from 'constructs';
import type { ApiRegistry, DeclaredAuthorizer } from '../api-registry';
import type { DeclaredRoute } from '../routes/declared-route';
import type { IWebSocketRouteAuthorizer } from './authorizers/route-authorizer';
import type { WebSocketRouteIntegration } from './integrations/route-integration';

/** A WebSocket API. */
export interface IWebSocketApi extends IConstruct {
  /** Identifies the API; requestContext.apiId. */
  readonly apiId: string;

  /** Name of the API in messages and file names. */
  readonly apiName: string;

  /** The same as `apiId`; of an API of `synthgate/aws` its id on AWS. */
  readonly webSocketApiId: string;

  /** @internal */
  readonly _registry: ApiRegistry;
  /** @internal */
  readonly _routes: DeclaredWebSocketRoute[];
  /** Authorizers by what routes name; each is declared once in an API. @internal */
  readonly _authorizers: Map<IWebSocketRouteAuthorizer, DeclaredAuthorizer>;
}

/** A route, as its API knows it. */
export interface DeclaredWebSocketRoute extends DeclaredRoute {
  readonly _integration: WebSocketRouteIntegration;
}
