import { Construct } from 'constructs';
import { issue } from '../../errors';
import { readProps, reportIssue, type StructName } from '../../props';
import type { DeclaredAuthorizer } from '../api-registry';
import { boundAuthorizer } from '../routes/bound-authorizer';
import type { MethodInput } from '../spec-input';
import type { IHttpRouteAuthorizer } from './authorizers/route-authorizer';
import type { IHttpApi } from './http-api-interface';
import type { HttpRouteKey } from './http-route-key';
import type { HttpRouteIntegration } from './integrations/route-integration';

const MARK = Symbol.for('synthgate.HttpRoute');

/** A route and where it belongs. */
export interface HttpRouteProps {
  /** The API. */
  readonly httpApi: IHttpApi;

  /** The key: method and path. */
  readonly routeKey: HttpRouteKey;

  /** The integration. */
  readonly integration: HttpRouteIntegration;

  /**
   * The authorizer of the route.
   * @default - the API's `defaultAuthorizer`
   */
  readonly authorizer?: IHttpRouteAuthorizer;

  /**
   * Scopes of which a JWT must have at least one.
   * @default - the API's `defaultAuthorizationScopes`
   */
  readonly authorizationScopes?: string[];
}

/** A route of an HTTP API, bound to an integration. */
export class HttpRoute extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'HttpRouteProps';

  /** Whether a value is a route, including one of another copy of this library. */
  public static isHttpRoute(value: unknown): value is HttpRoute {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly httpApi: IHttpApi;

  /** The path; undefined for the default route. */
  public readonly path?: string;

  /** @internal */
  public readonly _key: HttpRouteKey;

  /** @internal */
  public readonly _integration: HttpRouteIntegration;

  /** @internal */
  public readonly _authorizer?: DeclaredAuthorizer;

  private readonly authorizer?: IHttpRouteAuthorizer;
  private readonly scopes: string[];

  /** Declares a route. */
  public constructor(scope: Construct, id: string, props: HttpRouteProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    const { httpApi, routeKey, integration, authorizer = httpApi.defaultAuthorizer, authorizationScopes } = props;
    this.httpApi = httpApi;
    this.path = routeKey.path;
    this._key = routeKey;
    this._integration = integration;
    this.authorizer = authorizer;
    this._authorizer = authorizer && boundAuthorizer(authorizer, httpApi);
    this.scopes = [...authorizationScopes ?? httpApi.defaultAuthorizationScopes ?? []];
    for (const problem of integration._check(this.node.path)) reportIssue(this, problem);
    const type = authorizer?.authorizationType ?? 'NONE';
    if (authorizationScopes?.length && type !== 'JWT') reportIssue(this, issue('AUTHORIZATION_SCOPES_UNUSED', this.node.path, { type }));
    httpApi._routes.push(this);
  }
  /** @internal */
  public _toSpec(): MethodInput {
    const authorization = this.authorizer?._authorization(this._authorizer?.authorizerId ?? '', this.scopes);
    return { authorization, integration: this._integration._toSpec() };
  }
}
