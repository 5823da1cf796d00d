import type { Construct } from 'constructs';
import { GatewayError, issue } from '../errors';
import { DEFAULT_VENDOR, stableId } from '../spec';
import { checkStruct, collecting, readOptions, readProps, throwProblems, type StructName } from '../props';
import { namedBelow } from './api-authorizers';
import { ApiBase } from './api-base';
import { targetsBelow } from './api-functions';
import { ApiKey, type ApiKeyOptions } from './api-key';
import { isRestApi, type IApi, type IResource } from './api-interface';
import { registerApi, type ApiRegistry, type DeclaredAuthorizer } from './api-registry';
import type { ApiProps } from './api-props';
import type { CollectContext } from './collect-context';
import { JwtAuthorizer, type JwtAuthorizerProps } from './authorizers/jwt';
import type { CorsOptions } from './cors';
import { compressionBytes } from './compression';
import { freeId } from './construct-name';
import { Deployment } from './deployment';
import type { IFunctionTarget } from './function-target';
import { addCorsToGatewayErrors, GatewayResponse, type GatewayResponseOptions } from './gateway-response';
import { declareSpec } from './imported/declare-spec';
import type { OpenApiImportProps, SpecImportProps } from './imported/import-options';
import { readOpenApi, readSpecProps, type ImportedDefinition } from './imported/imported-definition';
import type { Method } from './method';
import { Model, RequestValidator, type ModelOptions, type RequestValidatorOptions } from './model';
import { policyInput } from './resource-policy';
import { resourcesInput } from './resource-spec';
import { RootResource } from './root-resource';
import { enumValue, type ApiInput, type ResourceInput } from './spec-input';
import { Stage, type AddStageOptions, type StageOptions } from './stage';
import { UsagePlan, type UsagePlanProps } from './usage-plan';

/**
 * A REST API: a tree of resources with methods, and the stages on which it can be called.
 * @example
 * const api = new Api(app, 'PetsApi');
 * api.root.addResource('pets').addMethod('GET', new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts' }));
 */
export class Api extends ApiBase implements IApi {
  /** @internal */
  public static readonly _props: StructName = 'ApiProps';

  /** Whether a value is a REST API, including one of another copy of this library. */
  public static isApi(value: unknown): value is Api {
    return isRestApi(value);
  }

  /**
   * An API by an OpenAPI document (2.0, 3.0 or 3.1), as API Gateway imports it. Resources and methods can be added to it. What
   * cannot be carried is reported with the warnings of the app.
   * @example
   * const api = Api.fromOpenApi(app, 'PetsApi', { file: 'openapi.yaml', functions: { Pets: pets } });
   * api.root.resourceForPath('pets/{petId}').addMethod('DELETE', pets);
   */
  public static fromOpenApi(scope: Construct, id: string, props: OpenApiImportProps): Api {
    const location = `${scope.node.path}/${id}`;
    const { value, problems } = checkStruct('OpenApiImportProps', props);
    throwProblems(location, problems);
    return this.declare(scope, id, readOpenApi(value, location));
  }

  /** An API by a spec, as `synthgate synth` and `synthgate import` write it. Resources and methods can be added to it. */
  public static fromSpec(scope: Construct, id: string, props: SpecImportProps): Api {
    const location = `${scope.node.path}/${id}`;
    const { value, problems } = checkStruct('SpecImportProps', props);
    throwProblems(location, problems);
    return this.declare(scope, id, readSpecProps(value, location));
  }

  private static declare(scope: Construct, id: string, { props, spec, issues, functions }: ImportedDefinition): Api {
    // called on the class of synthgate/aws, it makes one of these
    const api = new this(scope, id, props);
    for (const issue of issues) api._registry.report(issue);
    declareSpec(api, spec, functions);
    return api;
  }

  public readonly apiId: string;
  public readonly apiName: string;
  public readonly root: IResource;

  /** @internal */
  public readonly _platform: string;
  /** @internal */
  public readonly _registry: ApiRegistry;

  /** The resource policy, as it was given. @internal */
  public _policy?: unknown;

  private readonly props: ApiProps;
  private latest?: Deployment;
  private stageOfDeployment?: Stage;
  private firstStage?: Stage;
  private readonly compressionBytes?: number;

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: ApiProps = {}) {
    super(scope, id);
    this._registry = registerApi(this, 'rest');
    props = readProps(this, new.target, props);
    this.props = props;
    this._policy = props.policy;
    this.apiName = props.apiName ?? id;
    this.compressionBytes = collecting(this, () => compressionBytes(props, this.node.path));
    this._platform = props.vendor?.shortPrefix ?? DEFAULT_VENDOR.shortPrefix;
    this.apiId = props.apiId ?? stableId(this.node.path);
    this.root = new RootResource(this, props);
    if (props.corsOnGatewayErrors === true) addCorsToGatewayErrors(this, props.defaultCorsPreflightOptions ?? {});
    if (props.deploy !== false) this.deploymentStage = this.addDefaultStage(props.deployOptions ?? {});
    else if (props.deployOptions !== undefined) this._registry.report(issue('DEPLOY_OPTIONS_UNUSED', this.node.path, { options: 'deployOptions', without: 'deploy' }));
  }

  public get latestDeployment(): Deployment | undefined {
    return this.latest;
  }

  /** The stage created by `deploy`, or the one that was set. Throws if there is none. */
  public get deploymentStage(): Stage {
    const stage = this.stageOfDeployment ?? this.firstStage;
    if (stage === undefined) throw new GatewayError('DEPLOYMENT_MISSING', {}, { location: this.node.path });
    return stage;
  }

  public set deploymentStage(stage: Stage) {
    this.stageOfDeployment = stage;
  }

  /** @internal */
  public _addPreflight?(resource: IResource, options: CorsOptions): Method;

  /** @internal */
  public _resourceId?(resource: IResource): string;

  /** @internal */
  public _stageName?(nameInSpec: string): string;

  /** @internal */
  public _stageUrl?(nameInSpec: string, path: string): string;

  /** @internal */
  public readonly _addsProxyMethodsToRoot: boolean = false;

  /** Whether somebody chose that stage: `deploy`, or who set it. @internal */
  public get _hasDeploymentStage(): boolean {
    return this.stageOfDeployment !== undefined;
  }

  /** The path of a resource on the deployment stage, below the gateway's base URL. */
  public urlForPath(path = '/'): string {
    return this.deploymentStage.urlForPath(path);
  }

  /** Adds a stage. It serves the latest deployment, or an earlier one. @param stageName - letters, digits, `_` and `-` */
  public addStage(stageName: string, options: AddStageOptions = {}): Stage {
    const checked = readOptions(this, 'AddStageOptions', options);
    const deployment = checked.deployment ?? this.deployLatest();
    const stage = new Stage(this, freeId(this, `DeploymentStage.${stageName}`), { ...checked, stageName, deployment });
    this.firstStage ??= stage;
    return stage;
  }

  /** Adds an API key; usage plans give it access to stages. */
  public addApiKey(id: string, options: ApiKeyOptions = {}): ApiKey {
    return new ApiKey(this, id, options);
  }

  /** Adds a usage plan. */
  public addUsagePlan(id: string, props: UsagePlanProps = {}): UsagePlan {
    return new UsagePlan(this, id, props);
  }

  /** Adds an authorizer for JSON Web Tokens (JWTs). */
  public addJwtAuthorizer(id: string, props: JwtAuthorizerProps): JwtAuthorizer {
    return new JwtAuthorizer(this, id, props);
  }

  /** Adds a model. */
  public addModel(id: string, props: ModelOptions): Model {
    return new Model(this, id, props);
  }

  /** Adds a request validator. */
  public addRequestValidator(id: string, props: RequestValidatorOptions = {}): RequestValidator {
    return new RequestValidator(this, id, props);
  }

  /** Customizes a gateway response. */
  public addGatewayResponse(id: string, options: GatewayResponseOptions): GatewayResponse {
    return new GatewayResponse(this, id, options);
  }

  /** @internal */
  public _toSpec(): ApiInput {
    const { endpointType, apiKeySourceType, binaryMediaTypes, jsonBodyValidation } = this.props;
    return {
      ...this._shared(this.props),
      endpointType: enumValue(endpointType),
      apiKeySource: enumValue(apiKeySourceType),
      binaryMediaTypes,
      minimumCompressionSize: this.compressionBytes,
      jsonBodyValidation: enumValue(jsonBodyValidation),
      // The reader checks its form.
      policy: policyInput(this._policy) as ApiInput['policy'],
    };
  }

  /** @internal */
  public override _ownStageName(): string | undefined {
    return this.latest === undefined ? undefined : this.deploymentStage._name;
  }

  /** @internal */
  public _resources(context: CollectContext): Record<string, ResourceInput> {
    return resourcesInput(this, context);
  }

  /** @internal */
  public _integrationTargets(): IFunctionTarget[] {
    return targetsBelow(this.root);
  }

  /** @internal */
  public override _namedAuthorizers(): DeclaredAuthorizer[] {
    return namedBelow(this.root);
  }

  private addDefaultStage(options: StageOptions): Stage {
    const stageName = options.stageName ?? 'prod';
    return new Stage(this, `DeploymentStage.${stageName}`, { ...options, stageName, deployment: this.deployLatest() });
  }

  private deployLatest(): Deployment {
    this.latest ??= new Deployment(this, 'Deployment', { api: this });
    return this.latest;
  }
}
