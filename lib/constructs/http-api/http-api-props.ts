import type { ApiQuotas, VendorNames } from '../api-settings';
import type { HttpMethod } from '../http-method';
import type { DomainMappingOptions } from '../routes/domain-mapping';
import type { IHttpRouteAuthorizer } from './authorizers/route-authorizer';
import type { CorsPreflightOptions } from './http-cors';
import type { HttpRouteIntegration } from './integrations/route-integration';

/** Settings of an HTTP API. */
export interface HttpApiProps {
  /**
   * Name of the API in messages and file names.
   * @default - the construct id
   */
  readonly apiName?: string;

  /**
   * Identifies the API: lower-case letters and digits, at most 64.
   * @default - derived from the construct path
   */
  readonly apiId?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * The integration of the `$default` route.
   * @default - there is no such route
   */
  readonly defaultIntegration?: HttpRouteIntegration;

  /**
   * Whether to create the stage `$default`, to which changes are deployed by themselves.
   * @default true
   */
  readonly createDefaultStage?: boolean;

  /**
   * The custom domain that leads to the stage `$default`. The local gateway serves it by the Host header.
   * @default - none
   */
  readonly defaultDomainMapping?: DomainMappingOptions;

  /**
   * Cross-origin resource sharing.
   * @default - none
   */
  readonly corsPreflight?: CorsPreflightOptions;

  /**
   * The authorizer of routes that name none; `HttpNoneAuthorizer` opens one.
   * @default - everybody
   */
  readonly defaultAuthorizer?: IHttpRouteAuthorizer;

  /**
   * Scopes of which a JWT must have at least one, on routes that name none.
   * @default - any token
   */
  readonly defaultAuthorizationScopes?: string[];

  /**
   * Account quotas that AWS raised for you.
   * @default - AWS's own
   */
  readonly quotas?: ApiQuotas;

  /**
   * The vendor's names inside header and field names.
   * @default - AWS's
   */
  readonly vendor?: VendorNames;
}

/** Routes of one path. */
export interface AddRoutesOptions {
  /** The path: `/pets/{id}`, `/{proxy+}`. */
  readonly path: string;

  /**
   * The methods, a route each.
   * @default [HttpMethod.ANY]
   */
  readonly methods?: HttpMethod[];

  /** The integration. */
  readonly integration: HttpRouteIntegration;

  /**
   * The authorizer of the route.
   * @default - the API's `defaultAuthorizer`
   */
  readonly authorizer?: IHttpRouteAuthorizer;

  /**
   * Scopes of which a JWT must have at least one; an empty list removes the default ones.
   * @default - the API's `defaultAuthorizationScopes`
   */
  readonly authorizationScopes?: string[];
}
