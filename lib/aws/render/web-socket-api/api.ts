import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { WebSocketStage, type WebSocketApi } from '../../../constructs';
import { ofKind } from '../../../openapi';
import type { AuthorizerKind, AuthorizerOf } from '../../../spec';
import { authorizerUri, renderAuthorizers, type AuthorizerProperties } from '../route-api/authorizers';
import type { RouteApiContext } from '../route-api/route-api-context';
import { renderRouteStages } from '../route-api/stages';
import { renderMessageRoutes } from './routes';
import { renderMessagePlans } from './usage-plans';
import type { Construct } from 'constructs';
import { awsCdk } from '../../aws-cdk';

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
