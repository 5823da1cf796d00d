import type { IConstruct } from 'constructs';
import type { ApiRegistry, DeclaredAuthorizer } from '../api-registry';
import type { DeclaredRoute } from '../routes/declared-route';
import type { IHttpRouteAuthorizer } from './authorizers/route-authorizer';
import type { HttpRouteKey } from './http-route-key';
import type { HttpRouteIntegration } from './integrations/route-integration';

/** An HTTP API. */
export interface IHttpApi extends IConstruct {
  /** Identifies the API; requestContext.apiId. */
  readonly apiId: string;

  /** Name of the API in messages and file names. */
  readonly apiName: string;

  /** The same as `apiId`; of an API of `synthgate/aws` its id on AWS. */
  readonly httpApiId: string;

  /** The authorizer of routes without one. */
  readonly defaultAuthorizer?: IHttpRouteAuthorizer;

  /** The scopes of routes without any. */
  readonly defaultAuthorizationScopes?: string[];

  /** @internal */
  readonly _registry: ApiRegistry;
  /** @internal */
  readonly _routes: DeclaredHttpRoute[];
  /** Authorizers by what routes name; each is declared once in an API. @internal */
  readonly _authorizers: Map<IHttpRouteAuthorizer, DeclaredAuthorizer>;
}

/** A route, as its API knows it. */
export interface DeclaredHttpRoute extends DeclaredRoute {
  readonly _key: HttpRouteKey;
  readonly _integration: HttpRouteIntegration;
}
