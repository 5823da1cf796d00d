import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { UsagePlanSpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { filled, type RenderContext } from './render-context';

/** API keys by name. A key that another API of the stack has created already is reused. */
export function renderApiKeys({ spec, scopeOf }: RenderContext): ReadonlyMap<string, apigateway.CfnApiKey> {
  const { CfnApiKey } = awsCdk().aws_apigateway;
  return new Map(Object.entries(spec.apiKeys).map(([name, { description, enabled, value }]) => {
    const scope = scopeOf(['apiKeys', name]);
    const made = scope.node.tryFindChild('Resource') as apigateway.CfnApiKey | undefined; // there are only keys
    return [name, made ?? new CfnApiKey(scope, 'Resource', { name, description, enabled, value })];
  }));
}

/** Usage plans with their keys. A plan for stages of several APIs is one plan. */
export function renderUsagePlans(
  context: RenderContext, stages: ReadonlyMap<string, apigateway.CfnStage>, keys: ReadonlyMap<string, apigateway.CfnApiKey>,
): void {
  const { CfnUsagePlan, CfnUsagePlanKey } = awsCdk().aws_apigateway;
  for (const [name, plan] of Object.entries(context.spec.usagePlans)) {
    const scope = context.scopeOf(['usagePlans', name]);
    const apiStages = apiStagesOf(plan, context, stages);
    const made = scope.node.tryFindChild('Resource') as apigateway.CfnUsagePlan | undefined; // there are only plans
    if (made !== undefined) {
      made.apiStages = [...(made.apiStages as apigateway.CfnUsagePlan.ApiStageProperty[] | undefined ?? []), ...apiStages]; // as set below
      continue;
    }
    const { description, throttle, quota } = plan;
    const rendered = new CfnUsagePlan(scope, 'Resource', { usagePlanName: name, description, throttle, quota, apiStages: filled(apiStages) });
    for (const key of plan.keys) {
      const keyId = keys.get(key)?.ref;
      if (keyId !== undefined) new CfnUsagePlanKey(scope, `UsagePlanKeyResource.${key}`, { keyId, keyType: 'API_KEY', usagePlanId: rendered.ref });
    }
  }
}

function apiStagesOf(
  plan: UsagePlanSpec, { restApiId }: RenderContext, stages: ReadonlyMap<string, apigateway.CfnStage>,
): apigateway.CfnUsagePlan.ApiStageProperty[] {
  return Object.entries(plan.stages).map(([stageName, { methods }]) => ({
    apiId: restApiId,
    stage: stages.get(stageName)?.ref ?? stageName,
    throttle: filled(methods),
  }));
}
