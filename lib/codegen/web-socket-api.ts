import { describeAuthorization, describeProtocol, methodsOf, type GatewaySpec, type LocatedMethod } from '../spec';
import { idOf, limitMembers, namedMembers, type ApiSurroundings } from './api';
import { call, object, objectOrNothing, optional, quoted, type Members } from './code';
import { unavailableComment } from './integrations';
import { pascalCase } from './names';
import { declareModels, modelCode, sorted, type Variables } from './nodes';
import type { Program } from './program';
import { integrationVariable, type RouteApiContext, type RouteIntegrations } from './route-api';
import { declareWebSocketAuthorizers } from './route-authorizers';
import { routeStageMembers } from './route-stages';
import { declareUsagePlans, plannedStages } from './usage-plans';
import { hasConstruct, webSocketIntegrationCode, webSocketIntegrationName } from './web-socket-integrations';

/** Declares a WebSocket API with everything that belongs to it but its functions. */
export function declareWebSocketApi(program: Program, spec: GatewaySpec, { functions, isOnly }: ApiSurroundings): void {
  const { scope, prefix } = program.target;
  const identity = program.identify({ scope, prefix: '', name: idOf(spec.api.name), kind: 'Api' });
  const authorizers = declareWebSocketAuthorizers(spec, { program, functions });
  const api = program.variable(...(isOnly ? ['api'] : []), identity.id, `${identity.id}Api`);
  const context = { program, spec, api, functions, authorizers, integrations: new Map<string, string>() };
  const integrations = methodsOf(spec).map((placed) => [placed, integrationVariable(placed, context, WEB_SOCKET_INTEGRATIONS)] as const);
  program.gap();
  program.constant(api, call(`new ${program.use('WebSocketApi')}`, scope, quoted(identity.id), objectOrNothing(apiMembers(context, identity.id))));
  const inApi = { program, spec, api, prefix: `${prefix(program.stackId)}${identity.id}-` };
  const models = declareModels(inApi, (of, id, options) => call(`new ${program.use('Model')}`, of, id, options));
  program.gap();
  for (const [placed, integration] of integrations) declareRoute(placed, integration, { ...context, models });
  program.gap();
  const stages = new Map(sorted(spec.stages).flatMap(([name]) => declareStage(name, identity.id, context)));
  program.gap();
  declareUsagePlans({
    ...inApi, stages, methods: new Map(), declare: (what, id, options) => call(`new ${program.use(what)}`, api, id, options),
  });
}

const WEB_SOCKET_INTEGRATIONS: RouteIntegrations = { nameOf: webSocketIntegrationName, codeOf: webSocketIntegrationCode };

function apiMembers({ program, spec: { api } }: RouteApiContext, id: string): Members {
  const { name, routeSelectionExpression, apiKeySource, deploymentTriggers = [] } = api;
  if (deploymentTriggers.length > 0) program.differs(name, 'deployment triggers of a WebSocket API', 'they are left out');
  const keySource = apiKeySource === 'HEADER' ? undefined : `${program.use('WebSocketApiKeySelectionExpression')}.AUTHORIZER_USAGE_IDENTIFIER_KEY`;
  return {
    ...namedMembers(program, api, id),
    routeSelectionExpression: routeSelectionExpression === '$request.body.action' ? undefined : optional(routeSelectionExpression),
    apiKeySelectionExpression: keySource,
    ...limitMembers(api),
  };
}

function declareRoute(
  { location, path, httpMethod, method }: LocatedMethod, integration: string, context: RouteApiContext & { readonly models: Variables },
): void {
  const { program, api, models } = context;
  const { operationName, integration: written, apiKeyRequired, requestModels, modelSelectionExpression, hasRouteResponse } = method;
  if (operationName !== undefined) program.differs(location, `the operation name ${operationName}`, 'routes have none');
  const comment = unavailableComment(written);
  if (comment !== undefined) program.comment(comment);
  if (!hasConstruct(written)) {
    const what = `a route with an integration of the kind ${written.type}, which constructs do not have`;
    program.differs(location, what, 'it refuses all calls');
  }
  const checked = Object.entries(requestModels).map(([key, name]) => [key, modelCode(name, models, program)] as const);
  program.statement(call(`${api}.addRoute`, quoted(describeProtocol(context.spec).methodKey(path, httpMethod)), object({
    integration,
    authorizer: authorizerCode(method.authorization, context),
    returnResponse: hasRouteResponse === true ? 'true' : undefined,
    apiKeyRequired: apiKeyRequired ? 'true' : undefined,
    requestModels: objectOrNothing(Object.fromEntries(checked)),
    modelSelectionExpression: optional(modelSelectionExpression),
  })));
}

type Authorization = LocatedMethod['method']['authorization'];

function authorizerCode(authorization: Authorization, { program, authorizers }: RouteApiContext): string | undefined {
  const { isSigned, authorizer } = describeAuthorization(authorization);
  if (isSigned) return `new ${program.use('WebSocketIamAuthorizer')}()`;
  return authorizer === undefined ? undefined : authorizers.get(authorizer) ?? quoted(authorizer);
}

/** @returns the variable of a stage that a usage plan names */
function declareStage(name: string, apiId: string, { program, spec, api }: RouteApiContext): [string, string][] {
  const stage = spec.stages[name];
  if (stage === undefined) return [];
  const { scope } = program.target;
  const { id } = program.identify({ scope, prefix: '', name: `${apiId}${pascalCase(name)}`, kind: 'Stage' });
  const code = call(`new ${program.use('WebSocketStage')}`, scope, quoted(id), object({
    webSocketApi: api, stageName: quoted(name), ...routeStageMembers(stage, spec, { program, location: `${spec.api.name}/stage ${name}` }),
  }));
  if (!plannedStages(spec).has(name)) {
    program.statement(code);
    return [];
  }
  const variable = program.variable(`${id}Stage`);
  program.constant(variable, code);
  return [[name, variable]];
}
