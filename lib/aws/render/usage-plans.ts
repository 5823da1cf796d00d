import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { UsagePlanSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { filled, type RenderContext } from './render-context';

/** Plans of definitions. */
const RENDERED = new WeakSet<apigateway.CfnUsagePlan>();

/** Whether a plan was rendered from the definition of an API. */
export function isRenderedPlan(plan: apigateway.CfnUsagePlan): boolean {
  return RENDERED.has(plan);
}

/** API keys by name. A key that another API of the stack has made already is used as it is. */
export function renderApiKeys(context: RenderContext): ReadonlyMap<string, apigateway.CfnApiKey> {
  const { CfnApiKey } = awsCdk().aws_apigateway;
  return new Map(Object.entries(context.spec.apiKeys).map(([name, { description, enabled, value }]) => {
    const scope = context.scopeOf(['apiKeys', name]);
    const existing = scope.node.tryFindChild('Resource');
    const properties = { name: context.givenName('apiKeys', name), description, enabled, value, stageKeys: stageKeysOf(scope, context) };
    // there are only keys
    return [name, existing as apigateway.CfnApiKey | undefined ?? new CfnApiKey(scope, 'Resource', properties)];
  }));
}

/** As RestApi: `addApiKey` of an API names its stage, `new ApiKey` does not. */
function stageKeysOf(
  key: Construct, { api, restApiId, deploymentStage, stageRef }: RenderContext,
): apigateway.CfnApiKey.StageKeyProperty[] | undefined {
  const isOfApi = key.node.scope === api && deploymentStage !== undefined;
  return isOfApi ? [{ restApiId, stageName: stageRef(deploymentStage) }] : undefined;
}

/** Usage plans with their keys. A plan for stages of several APIs is one plan. */
export function renderUsagePlans(
  context: RenderContext, stages: ReadonlyMap<string, apigateway.CfnStage>, keys: ReadonlyMap<string, apigateway.CfnApiKey>,
): void {
  const { CfnUsagePlan, CfnUsagePlanKey } = awsCdk().aws_apigateway;
  for (const [name, plan] of Object.entries(context.spec.usagePlans)) {
    const scope = context.scopeOf(['usagePlans', name]);
    const apiStages = apiStagesOf(plan, context, stages);
    const child = scope.node.tryFindChild('Resource') as apigateway.CfnUsagePlan | undefined; // there are only plans
    if (child !== undefined) {
      child.apiStages = [...(child.apiStages as apigateway.CfnUsagePlan.ApiStageProperty[] | undefined ?? []), ...apiStages]; // set below
      continue;
    }
    const { description, throttle } = plan;
    const { quota } = context.declared.usagePlans?.[name] ?? plan;
    const usagePlanName = context.givenName('usagePlans', name);
    const rendered = new CfnUsagePlan(scope, 'Resource', { usagePlanName, description, throttle, quota, apiStages: filled(apiStages) });
    RENDERED.add(rendered);
    for (const { name: keyName, logicalId } of context.keysOfPlan(name)) {
      const resource = keys.get(keyName);
      if (resource === undefined) continue;
      const added = new CfnUsagePlanKey(scope, planKeyId(scope, resource), { keyId: resource.ref, keyType: 'API_KEY', usagePlanId: rendered.ref });
      if (logicalId !== undefined) added.overrideLogicalId(logicalId);
    }
  }
}

/** As RestApi: the first key of a plan is not named, unless the feature flag says that the order must not matter. */
function planKeyId(plan: Construct, key: apigateway.CfnApiKey): string {
  const { FeatureFlags, Names } = awsCdk();
  const first = 'UsagePlanKeyResource';
  const isNamed = FeatureFlags.of(plan).isEnabled('@aws-cdk/aws-apigateway:usagePlanKeyOrderInsensitiveId') === true;
  return isNamed || plan.node.tryFindChild(first) !== undefined ? `${first}:${Names.nodeUniqueId((key.node.scope ?? key).node)}` : first;
}

function apiStagesOf(
  plan: UsagePlanSpec, { restApiId }: RenderContext, stages: ReadonlyMap<string, apigateway.CfnStage>,
): apigateway.CfnUsagePlan.ApiStageProperty[] {
  return Object.entries(plan.stages).map(([stageName, { methods }]) => ({
    apiId: restApiId,
    stage: stages.get(stageName)?.ref ?? stageName,
    throttle: methods,
  }));
}
