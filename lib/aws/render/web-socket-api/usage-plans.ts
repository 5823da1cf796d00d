import type { aws_apigateway as apigateway, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { WebSocketApi } from '../../../constructs';
import { awsCdk } from '../../aws-cdk';
import { filled } from '../render-context';
import type { RouteApiContext } from '../route-api/route-api-context';

type Declared = WebSocketApi['_usagePlans'][number];
type DeclaredKey = Declared['_keys'][number];

/** The keys and usage plans of a WebSocket API, as UsagePlan of aws-cdk-lib has them; each below the construct that declares it. */
export function renderMessagePlans(context: RouteApiContext<WebSocketApi>, stages: ReadonlyMap<string, CfnResource>): CfnResource[] {
  const { api } = context;
  const keys = new Map([...api._apiKeys, ...api._usagePlans.flatMap((plan) => plan._keys)].flatMap((key) => {
    const rendered = renderKey(key, context);
    return rendered === undefined ? [] : [[key.keyName, rendered]];
  }));
  return [...keys.values(), ...api._usagePlans.flatMap((plan) => renderPlan(plan, context, { stages, keys }))];
}

function renderKey(key: DeclaredKey, { spec, givenName }: RouteApiContext): apigateway.CfnApiKey | undefined {
  const declared = spec.apiKeys[key.keyName];
  if (declared === undefined) return undefined;
  const { description, enabled, value } = declared;
  const scope = key as Construct; // everything that is declared is one
  const existing = scope.node.tryFindChild('Resource') as apigateway.CfnApiKey | undefined; // another API of the stack has made it
  const name = givenName('apiKeys', key.keyName);
  return existing ?? new (awsCdk().aws_apigateway.CfnApiKey)(scope, 'Resource', { name, description, enabled, value });
}

interface PlanReferences {
  readonly stages: ReadonlyMap<string, CfnResource>;
  readonly keys: ReadonlyMap<string, apigateway.CfnApiKey>;
}

/** A plan for stages of several APIs is one plan. A reference to a stage has its name, and is made after it. */
function renderPlan(declared: Declared, context: RouteApiContext<WebSocketApi>, { stages, keys }: PlanReferences): CfnResource[] {
  const { apiId, spec, declared: input, givenName } = context;
  const { usagePlanName: name, _keys, _logicalIds } = declared;
  const plan = spec.usagePlans[name];
  if (plan === undefined) return [];
  const { CfnUsagePlan, CfnUsagePlanKey } = awsCdk().aws_apigateway;
  const apiStages = Object.keys(plan.stages).map((stage) => ({ apiId, stage: stages.get(stage)?.ref ?? stage }));
  const scope = declared as Construct; // everything that is declared is one
  const existing = scope.node.tryFindChild('Resource') as apigateway.CfnUsagePlan | undefined; // there are only plans
  if (existing !== undefined) {
    const known = existing.apiStages as apigateway.CfnUsagePlan.ApiStageProperty[] | undefined ?? []; // set below
    existing.apiStages = [...known, ...apiStages];
    return [];
  }
  const { description, throttle } = plan;
  const { quota } = input.usagePlans?.[name] ?? plan;
  const usagePlanName = givenName('usagePlans', name);
  const rendered = new CfnUsagePlan(scope, 'Resource', { usagePlanName, description, throttle, quota, apiStages: filled(apiStages) });
  const added = _keys.flatMap(({ keyName }) => {
    const key = keys.get(keyName);
    if (key === undefined) return [];
    const id = `UsagePlanKeyResource:${awsCdk().Names.nodeUniqueId((key.node.scope ?? key).node)}`;
    const resource = new CfnUsagePlanKey(scope, id, { keyId: key.ref, keyType: 'API_KEY', usagePlanId: rendered.ref });
    const logicalId = _logicalIds?.get(keyName);
    if (logicalId !== undefined) resource.overrideLogicalId(logicalId);
    return [resource];
  });
  return [rendered, ...added];
}
