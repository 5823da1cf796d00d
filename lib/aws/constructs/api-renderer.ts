import type { aws_apigateway as apigateway, IResolvable } from 'aws-cdk-lib';
import { Construct, type IConstruct } from 'constructs';
import { createHash } from 'node:crypto';
import { Method, Stage, type Api } from '../../constructs';
import { issueText, loss, warning } from '../../errors';
import { deployedSpec, fingerprint, methodsOf, type GatewaySpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { existingApiLosses, existingApiRefusals } from '../losses/existing-api';
import { lossesOf } from '../losses/losses';
import { refusalsOf } from '../losses/refusals';
import { addWarning, lossTexts, reportLosses, warnAboutForeign } from '../losses/report';
import { lowerForApiGateway, type ShippedFunction } from '../lower';
import { accessLogGroup, accountRole } from '../render/account-logging';
import { renderApi, type RenderedApi } from '../render/api';
import { countResources, renderBody } from '../render/body';
import { targetOf } from '../render/functions-of-stack';
import type { FunctionTarget, RenderContext } from '../render/render-context';
import { propertiesText } from '../render/properties-text';
import { changeOf, type OwnRestApi } from '../render/resource-changes';
import { restApiProperties } from '../render/rest-api';
import { countMethodPermissions } from '../render/permissions';
import { renderShipped } from '../render/shipped-function';
import { addDependency } from '../render/resource-dependency';
import { withReferences } from '../render/tokens';
import { PermissionScope, TemplateFormat, type AwsTargetOptions } from './api-options';
import { changesElsewhere } from './changes-elsewhere';
import { writeWithCloudAssembly } from './cloud-assembly';
import { scopesOf } from './scopes';

/** A definition with more resources than this is rendered as a document, unless the app chooses the format. */
const MOST_RESOURCES = 300;

/** Resources that a stack may have, and the share of them at which there is a warning. */
const STACK_RESOURCES = 500;
const NEAR = 0.8;

type CollectedApi = ReturnType<Api['_collect']>;

/** Renders an API once, when CDK visits aspects: the definition is complete then, and references are not resolved yet. */
export class ApiRenderer {
  public readonly cfnRestApi?: apigateway.CfnRestApi;
  public readonly restApiId: string;
  public readonly rootResourceId: string;

  private readonly stages = new Map<string, apigateway.CfnStage>();
  private readonly stageRefs = new Map<string, string>();
  private readonly account?: apigateway.CfnAccount;
  private isRendered = false;

  public constructor(private readonly api: Api, private readonly options: AwsTargetOptions) {
    const { Aspects, aws_apigateway: { CfnRestApi } } = awsCdk();
    this.cfnRestApi = options.existingApi === undefined ? new CfnRestApi(api, 'Resource', { name: api.apiName }) : undefined;
    if (this.cfnRestApi !== undefined) api.node.defaultChild = this.cfnRestApi;
    this.restApiId = options.existingApi?.restApiId ?? this.cfnRestApi?.ref ?? '';
    this.rootResourceId = options.existingApi?.rootResourceId ?? this.cfnRestApi?.attrRootResourceId ?? '';
    if (options.cloudWatchRole === true) this.account = accountRole(api, this.cfnRestApi, options._cloudWatchRoleRemovalPolicy);
    Aspects.of(api).add({ visit: (node) => { if (node === api) this.render(); } });
    writeWithCloudAssembly(api, this.cfnRestApi);
  }

  /** A reference to a stage in the template, which in the spec is its name. The stage is rendered later. */
  public stageRef(stageName: string): string {
    const known = this.stageRefs.get(stageName) ?? this.makeStageRef(stageName);
    this.stageRefs.set(stageName, known);
    return known;
  }

  private makeStageRef(stageName: string): string {
    const { Token } = awsCdk();
    const token: IResolvable & { readonly localText: string } = {
      creationStack: [],
      localText: stageName,
      resolve: () => this.stages.get(stageName)?.ref ?? stageName,
      toString: () => Token.asString(token),
    };
    return token.toString();
  }

  /** An invalid definition is reported when CDK validates it; until then there is nothing to render. */
  private render(): void {
    if (this.isRendered) return;
    this.isRendered = true;
    const collected = this.api._freeze();
    if (collected.spec === undefined) return;
    const refusals = [...refusalsOf(collected.spec), ...existingApiRefusals(collected.spec, this.options)];
    if (refusals.length > 0) {
      const located = refusals.map((refusal) => ({ ...refusal, location: collected.locationOf(refusal.location) }));
      this.api.node.addValidation({ validate: () => located.map(issueText) });
      return;
    }
    const { spec: lowered, losses, shipped } = lowerForApiGateway(collected.spec);
    const allLosses = [...lossesOf(collected.spec), ...existingApiLosses(collected.spec, this.options), ...losses];
    reportLosses(this.api, allLosses.map((loss) => ({ ...loss, location: collected.locationOf(loss.location) })), this.options.strict);
    const spec = withReferences(lowered, collected.tokens);
    const functions = new Map(shipped.map((fn) => [fn.name, this.renderShipped(fn, spec)]));
    const rendered = this.renderDefinition(this.context(spec, collected, functions), this.completeRestApi(spec, collected));
    this.completeStages(rendered);
    this.reportChanges(rendered);
    warnAboutForeign(this.api, collected.functions);
    this.warnNearLimit();
  }

  private renderDefinition(context: Omit<RenderContext, 'permissions'>, own: OwnRestApi | undefined): RenderedApi {
    const isDocument = own !== undefined && this.formatOf(context.spec) === TemplateFormat.OPENAPI_BODY;
    const scoped = { ...context, permissions: this.permissionScope(context.spec) };
    if (!isDocument) return renderApi(scoped, own);
    const { losses, ...rendered } = renderBody(scoped, own);
    reportLosses(this.api, losses, this.options.strict);
    return rendered;
  }

  /** Chosen by size, unless the app does. An existing API gets resources, because a document would replace what it has. */
  private formatOf(spec: GatewaySpec): TemplateFormat {
    if (this.options.templateFormat !== undefined) return this.options.templateFormat;
    return this.cfnRestApi === undefined ? TemplateFormat.RESOURCES : this.formatBySize(spec);
  }

  /**
   * Returns the declared scope of permissions. By default, an API that replaces RestApi has RestApi's scope as long as the stack can
   * hold the permissions: a larger API cannot have been deployed with them.
   */
  private permissionScope(spec: GatewaySpec): PermissionScope {
    const { scopePermissions, _scopesPermissions: isLikeRestApi } = this.options;
    if (scopePermissions !== undefined) return scopePermissions;
    const count = resourcesOfStack(this.api).length + countResources(spec) + countMethodPermissions(spec);
    return isLikeRestApi === true && count <= STACK_RESOURCES ? PermissionScope.METHOD : PermissionScope.API;
  }

  /** A deployed API that grows must not change its format silently: there is a warning before the limit is reached. */
  private formatBySize(spec: GatewaySpec): TemplateFormat {
    const count = countResources(spec);
    if (count >= MOST_RESOURCES * NEAR) {
      addWarning(this.api, warning('AWS_TEMPLATE_FORMAT_BY_SIZE', this.api.node.path, { count, max: MOST_RESOURCES }));
    }
    return count > MOST_RESOURCES ? TemplateFormat.OPENAPI_BODY : TemplateFormat.RESOURCES;
  }

  /** Below the API, which alone has the authorizer; logical ids do not depend on where that was declared. */
  private renderShipped(shipped: ShippedFunction, { functions }: GatewaySpec): FunctionTarget {
    const scope = new Construct(this.api, `Function.${shipped.authorizer}`);
    return renderShipped(scope, shipped, functions[shipped.name] ?? shipped.spec);
  }

  private context(
    spec: GatewaySpec, collected: CollectedApi, shipped: ReadonlyMap<string, FunctionTarget>,
  ): Omit<RenderContext, 'permissions'> {
    const functions = new Map(collected.functions.map((fn) => [fn._specName, fn]));
    const { deployments } = this.api._registry;
    const vpcLinks = new Map(this.vpcLinks(spec, collected));
    return {
      spec,
      fingerprint: collected.spec === undefined ? '' : this.fingerprintOf(collected.spec, vpcLinks),
      api: this.api,
      restApiId: this.restApiId,
      rootResourceId: this.rootResourceId,
      scopeOf: scopesOf(this.api, collected.constructAt),
      declared: collected.input,
      givenName: collected.givenName,
      keysOfPlan: (name) => {
        const { _keys: keys = [], _logicalIds: logicalIds } = this.api._usagePlans.find((plan) => plan.usagePlanName === name) ?? {};
        return keys.map(({ keyName }) => ({ name: keyName, logicalId: logicalIds?.get(keyName) }));
      },
      vpcLinkId: (location) => vpcLinks.get(location),
      functionOf: (name): FunctionTarget | undefined => {
        const fn = functions.get(name);
        return fn === undefined ? shipped.get(name) : targetOf(fn, this.api);
      },
      deploymentStage: this.deploymentStage(),
      stageRef: (stageName) => this.stageRef(stageName),
      retainsDeployments: this.options.retainDeployments === true,
      deployments,
      stageSettings: (stageName) => {
        const declared = collected.constructAt(['stages', stageName]);
        const own = Stage.isStage(declared) ? declared._onAws : {};
        return { ...own, tracingEnabled: own.tracingEnabled ?? this.options.tracingEnabled };
      },
      accessLogGroupArn: (stage) => accessLogGroup(stage, this.options).logGroupArn,
    };
  }

  /** The VPC links of methods, by the locations of these in the spec. */
  private vpcLinks(spec: GatewaySpec, { constructAt }: CollectedApi): (readonly [string, string])[] {
    return methodsOf(spec).flatMap(({ location, path, httpMethod }) => {
      const declared = constructAt(['resources', path, 'methods', httpMethod]);
      const id = Method.isMethod(declared) ? declared._integration?._vpcLinkId : undefined;
      return id === undefined ? [] : [[location, id] as const];
    });
  }

  /** Undefined without `deploy` and for an existing API, as with RestApi: calls from all stages are permitted then. */
  private deploymentStage(): string | undefined {
    return this.api._hasDeploymentStage && this.options.existingApi === undefined ? this.api.deploymentStage._name : undefined;
  }

  /** The definition's, and that of settings that only AWS has: they need a deployment too. */
  private fingerprintOf(spec: GatewaySpec, vpcLinks: ReadonlyMap<string, string>): string {
    const plain = fingerprint(deployedSpec(spec));
    const links = vpcLinks.size === 0 ? {} : { vpcLinks: [...vpcLinks] };
    const settings = JSON.stringify(awsCdk().Stack.of(this.api).resolve({ ...this.ownSettings(), ...links }));
    return settings === '{}' ? plain : createHash('sha256').update(`${plain}\0${settings}`).digest('hex');
  }

  private ownSettings(): { readonly disableExecuteApiEndpoint?: boolean; readonly vpcEndpointIds?: readonly string[] } {
    const { disableExecuteApiEndpoint, vpcEndpoints } = this.options;
    return { disableExecuteApiEndpoint, vpcEndpointIds: vpcEndpoints?.map(({ vpcEndpointId }) => vpcEndpointId) };
  }

  /** The API was created before its definition was complete, so that others could refer to it; what they set on it is kept. */
  private completeRestApi(spec: GatewaySpec, { input }: CollectedApi): OwnRestApi | undefined {
    const resource = this.cfnRestApi;
    if (resource === undefined) return undefined;
    const { endpointConfiguration, ...properties } = restApiProperties(spec, input);
    const { disableExecuteApiEndpoint, vpcEndpointIds } = this.ownSettings();
    const endpoints = vpcEndpointIds && { ...endpointConfiguration, vpcEndpointIds: [...vpcEndpointIds] };
    const declared = { ...properties, disableExecuteApiEndpoint, endpointConfiguration: endpoints ?? endpointConfiguration };
    // Names of `declared` are names of the resource's members.
    const missing = Object.entries(declared).filter(([name]) => resource[name as keyof typeof declared] === undefined);
    Object.assign(resource, Object.fromEntries(missing));
    return { resource, declared };
  }

  private completeStages({ stages }: RenderedApi): void {
    for (const [stageName, stage] of stages) {
      this.stages.set(stageName, stage);
      if (this.account !== undefined) addDependency(stage, this.account);
    }
  }

  /** The effects of Aspects and overrides are known when the app is validated; the local gateway follows the definition alone. */
  private reportChanges({ changes, stages }: RenderedApi): void {
    const stageTexts = [...stages.values()].map((stage) => [stage, propertiesText(stage)] as const);
    const report = (): string[] => {
      const ofStages = stageTexts.map(([stage, text]) => changeOf(stage, text));
      const elsewhere = this.cfnRestApi === undefined ? [] : changesElsewhere(this.cfnRestApi).map((item) => changeOf(item, undefined));
      const { path: api } = this.api.node;
      const losses = [...changes.finally(), ...ofStages, ...elsewhere].flatMap(({ path, properties }) =>
        properties?.length === 0 ? [] : [loss('AWS_CHANGED_OUTSIDE_DEFINITION', path, { api, changes: properties === undefined ? '' : `: ${properties.join(', ')}` })]);
      return lossTexts(this.api, losses, this.options.strict);
    };
    this.api.node.addValidation({ validate: report });
  }

  /** @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
  private warnNearLimit(): void {
    const count = resourcesOfStack(this.api).length;
    if (count < STACK_RESOURCES * NEAR) return;
    addWarning(this.api, warning('AWS_RESOURCES_NEAR_LIMIT', this.api.node.path, { count, max: STACK_RESOURCES }));
  }
}

function resourcesOfStack(construct: Construct): IConstruct[] {
  const { CfnResource, Stack } = awsCdk();
  const stack = Stack.of(construct);
  return stack.node.findAll().filter((child) => CfnResource.isCfnResource(child) && child.stack === stack);
}
