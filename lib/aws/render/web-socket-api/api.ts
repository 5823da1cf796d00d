import type { aws_apigatewayv2 as v2, CfnResource, aws_apigateway as apigateway } from 'aws-cdk-lib';
import { WebSocketStage, type WebSocketApi } from '../../../constructs';
import { ofKind } from '../../../openapi';
import type { AuthorizerKind, AuthorizerOf } from '../../../spec';
import { authorizerUri, renderAuthorizers, type AuthorizerProperties } from '../route-api/authorizers';
import type { RouteApiContext } from '../route-api/route-api-context';
import { renderRouteStages } from '../route-api/stages';
import { renderMessageRoutes } from './routes';
import type { Construct } from 'constructs';
import { awsCdk } from '../../aws-cdk';
import { filled } from '../render-context';

/** Renders what is below a WebSocket API: a resource for each node, with the ids that the CDK's WebSocketApi gives them. */
export function renderWebSocketApi(context: RouteApiContext<WebSocketApi>): CfnResource[] {
  const authorizers = renderAuthorizers(context, (spec) => ofKind(RENDERERS, spec, context));
  const models = renderMessageModels(context);
  const routes = renderMessageRoutes(context, { authorizers, models });
  const stages = renderRouteStages(context, (value) => WebSocketStage.isWebSocketStage(value));
  return [
    ...authorizers.values(), ...models.values(), ...routes, ...stages,
    ...renderMessagePlans(context, new Map(stages.map((stage) => [stage.stageName, stage]))),
  ];
}

/** The settings of the API itself that the definition has. */
export function webSocketApiProperties({ declared: { api } }: Pick<RouteApiContext, 'declared'>): Partial<v2.CfnApiProps> {
  const { description, routeSelectionExpression = '$request.body.action', apiKeySource } = api;
  return { description, routeSelectionExpression, apiKeySelectionExpression: apiKeySource && KEY_SOURCES[apiKeySource] };
}

const KEY_SOURCES = { HEADER: '$request.header.x-api-key', AUTHORIZER: '$context.authorizer.usageIdentifierKey' } as const;

const foreign = ({ type }: { readonly type: string }): AuthorizerProperties => {
  throw new TypeError(`no authorizer of a WebSocket API: ${type}`);
};

/** As the CDK's WebSocketAuthorizer. Kinds that WebSocket APIs do not have were refused with the definition. */
const RENDERERS: { readonly [Kind in AuthorizerKind]: (spec: AuthorizerOf<Kind>, context: RouteApiContext) => AuthorizerProperties } = {
  'request': (spec, context) => ({
    authorizerType: 'REQUEST', identitySource: spec.identitySources, authorizerUri: authorizerUri(spec.function, context),
  }),
  'jwt': foreign, 'token': foreign, 'cognito-user-pools': foreign,
};

/** The models of messages, by name: each below the construct that declares it. */
function renderMessageModels({ api, apiId, spec }: RouteApiContext<WebSocketApi>): ReadonlyMap<string, v2.CfnModel> {
  const { CfnModel } = awsCdk().aws_apigatewayv2;
  return new Map(api._registry.models.flatMap((declared) => {
    const { modelId: name } = declared;
    const model = spec.models[name];
    if (model === undefined) return [];
    const { contentType, description, schema } = model;
    const scope = declared as Construct; // everything that is declared is one
    const properties = { apiId, name, contentType, description, schema: { $schema: DRAFT_4, ...schema } };
    return [[name, new CfnModel(scope, 'Resource', properties)]];
  }));
}

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';

type Declared = WebSocketApi['_usagePlans'][number];
type DeclaredKey = Declared['_keys'][number];

/** The keys and usage plans of a WebSocket API, as UsagePlan of aws-cdk-lib has them; each below the construct that declares it. */
function renderMessagePlans(context: RouteApiContext<WebSocketApi>, stages: ReadonlyMap<string, CfnResource>): CfnResource[] {
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
