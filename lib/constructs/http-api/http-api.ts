import type { Construct } from 'constructs';
import { issue } from '../../errors';
import { checkStruct, collecting, readOptions, readProps, throwProblems, type StructName } from '../../props';
import { protocolOf, stableId } from '../../spec';
import { ApiBase } from '../api-base';
import { registerApi, registryOf, type ApiRegistry, type DeclaredAuthorizer } from '../api-registry';
import type { CollectContext } from '../collect-context';
import { freeId } from '../construct-name';
import type { IFunctionTarget } from '../function-target';
import { HttpMethod } from '../http-method';
import { declareHttpSpec } from '../imported/declare-http-spec';
import type { HttpOpenApiImportProps } from '../imported/import-options';
import { readHttpOpenApi } from '../imported/imported-definition';
import { routesInput } from '../routes/routes-spec';
import type { ApiInput, ResourceInput } from '../spec-input';
import type { IHttpRouteAuthorizer } from './authorizers/route-authorizer';
import type { DeclaredHttpRoute, IHttpApi } from './http-api-interface';
import type { AddRoutesOptions, HttpApiProps } from './http-api-props';
import { httpCorsInput } from './http-cors';
import { HttpRoute } from './http-route';
import { HttpRouteKey } from './http-route-key';
import { HttpStage, type HttpStageOptions } from './http-stage';

/**
 * An HTTP API: routes with integrations, and the stages on which they can be called.
 * @example
 * const api = new HttpApi(app, 'Shop');
 * api.addRoutes({ path: '/pets/{id}', methods: [HttpMethod.GET], integration: new HttpLambdaIntegration('Pets', pets) });
 */
export class HttpApi extends ApiBase implements IHttpApi {
  /** @internal */
  public static readonly _props: StructName = 'HttpApiProps';

  /** Whether a value is an HTTP API, including one of another copy of this library. */
  public static isHttpApi(value: unknown): value is HttpApi {
    const registry = registryOf(value);
    return registry !== undefined && protocolOf(registry) === 'http';
  }

  /**
   * An HTTP API by an OpenAPI document (3.0), as API Gateway imports it. Routes can be added to it. What cannot be carried is reported
   * with the warnings of the app.
   * @example
   * const api = HttpApi.fromOpenApi(app, 'Shop', { file: 'openapi.yaml', functions: { Pets: pets } });
   */
  public static fromOpenApi(scope: Construct, id: string, props: HttpOpenApiImportProps): HttpApi {
    const location = `${scope.node.path}/${id}`;
    const { value, problems } = checkStruct('HttpOpenApiImportProps', props);
    throwProblems(location, problems);
    const { props: settings, spec, cors, functions, issues, isEndpointDisabled } = readHttpOpenApi(value, location);
    // called on the class of synthgate/aws, it makes one of these
    const api = new this(scope, id, settings);
    for (const problem of issues) api._registry.report(problem);
    api.cors ??= cors;
    if (isEndpointDisabled) api._disableEndpoint?.();
    declareHttpSpec(api, spec, functions);
    return api;
  }

  public readonly apiId: string;
  public readonly apiName: string;
  public readonly defaultAuthorizer?: IHttpRouteAuthorizer;
  public readonly defaultAuthorizationScopes?: string[];

  /** The stage `$default`, unless `createDefaultStage` is false. */
  public readonly defaultStage?: HttpStage;

  /** @internal */
  public readonly _registry: ApiRegistry;

  /** @internal */
  public readonly _routes: DeclaredHttpRoute[] = [];

  /** @internal */
  public readonly _authorizers = new Map<IHttpRouteAuthorizer, DeclaredAuthorizer>();

  private readonly props: HttpApiProps;
  private cors: ApiInput['cors'];

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: HttpApiProps = {}) {
    super(scope, id);
    this._registry = registerApi(this, 'http');
    props = readProps(this, new.target, props);
    this.props = props;
    this.apiName = props.apiName ?? id;
    this.apiId = props.apiId ?? stableId(this.node.path);
    this.cors = props.corsPreflight && collecting(this, () => httpCorsInput(props.corsPreflight ?? {}));
    this.defaultAuthorizer = props.defaultAuthorizer;
    this.defaultAuthorizationScopes = props.defaultAuthorizationScopes;
    if (props.defaultIntegration !== undefined) {
      new HttpRoute(this, 'DefaultRoute', { httpApi: this, routeKey: HttpRouteKey.DEFAULT, integration: props.defaultIntegration });
    }
    const { createDefaultStage = true, defaultDomainMapping: domainMapping } = props;
    if (createDefaultStage) this.defaultStage = new HttpStage(this, 'DefaultStage', { httpApi: this, autoDeploy: true, domainMapping });
    else if (domainMapping !== undefined) {
      const details = { options: 'defaultDomainMapping', without: 'createDefaultStage' };
      this._registry.report(issue('DEPLOY_OPTIONS_UNUSED', this.node.path, details));
    }
  }

  /** Lets clients reach the API by its custom domains only, on AWS. @internal */
  public _disableEndpoint?(): void;

  public get httpApiId(): string {
    return this.apiId;
  }

  /** Adds a route for each method of a path. */
  public addRoutes(options: AddRoutesOptions): HttpRoute[] {
    const { path, methods = [HttpMethod.ANY], ...others } = readOptions(this, 'AddRoutesOptions', options);
    return methods.flatMap((method) => {
      const routeKey = collecting(this, () => HttpRouteKey.with(path, method));
      return routeKey === undefined ? [] : [new HttpRoute(this, freeId(this, `${method}${path}`), { httpApi: this, routeKey, ...others })];
    });
  }

  /** Adds a stage. */
  public addStage(id: string, options: HttpStageOptions = {}): HttpStage {
    return new HttpStage(this, id, { ...readOptions(this, 'HttpStageOptions', options), httpApi: this });
  }

  /** @internal */
  public _toSpec(): ApiInput {
    return { ...this._shared(this.props), cors: this.cors };
  }

  /** @internal */
  public override _ownStageName(): string | undefined {
    return this.defaultStage?.stageName;
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
