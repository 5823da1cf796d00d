import { loss } from '../../../errors';
import { LOGGING_LEVELS, SPEC_FORMAT, tokensIn, type GatewaySpecInput } from '../../../spec';
import type { ApiSource, DeclaredApi } from '../api/api-source';
import { present, specId } from '../api/draft';
import { missingRoutes } from '../api/methods-by-path';
import { modelsOf } from '../api/models';
import { httpApiAuthorizers, isUnknownMembers, PropertyReader, routesOf, sourcesOf, type AuthorizerKinds } from '../../../openapi';
import { servedStageName } from '../api/stages';
import { plansOf } from '../api/usage-plans';
import { partsOfKind } from '../http-api/parts';
import { stagesOf, type StageForm } from '../http-api/stages';
import { answersOf, settingKeyOf, webSocketRouteForm } from './route-form';

/** The spec of an `AWS::ApiGatewayV2::Api` with the protocol WEBSOCKET, before its functions are added. */
export function specOfWebSocketApi(source: ApiSource): DeclaredApi {
  const { api, id, name, resources: declared, report } = source;
  const properties = new PropertyReader(api.stack.properties(api));
  const parts = (kind: string) => partsOfKind(source, kind);
  const authorizers = httpApiAuthorizers(parts('Authorizer'), source, WEB_SOCKET_AUTHORIZERS);
  const { models, modelOf } = modelsOf(id, parts('Model').map(({ resource }) => resource), report);
  const answers = answersOf(source);
  const form = webSocketRouteForm({ ...answers, modelOf, functions: source.functions });
  const routes = routesOf(parts('Route'), { integrations: parts('Integration'), authorizers, form }, source);
  const apiKeySource = keySourceOf(properties);
  const routeSelectionExpression = properties.text('RouteSelectionExpression');
  const spec: GatewaySpecInput = {
    format: SPEC_FORMAT,
    protocol: 'websocket',
    api: { id: specId(id), name, ...present({ description: properties.text('Description'), routeSelectionExpression, apiKeySource }) },
    models,
    authorizers: authorizers.parts,
    resources: routes.resources,
    stages: stagesOf(parts('Stage'), source, STAGES),
    ...plansOf(id, declared, report),
  };
  for (const { name: what, reason } of properties.problems) report(api, loss('IMPORT_PART_REFUSED', api.logicalId, { what, reason }));
  const closed = api.doubt ?? closedBy(properties, routeSelectionExpression);
  return { spec, lost: [...routes.lost, ...missingRoutes(source)], ...present({ closed }) };
}

const STAGES: StageForm = {
  servedName: servedStageName,
  settingKeyOf,
  ownSetting: (setting) => present({ loggingLevel: setting.oneOf('LoggingLevel', LOGGING_LEVELS), dataTraceEnabled: setting.boolean('DataTraceEnabled') }),
};

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html */
const KEY_SOURCES: Readonly<Record<string, NonNullable<GatewaySpecInput['api']['apiKeySource']>>> = {
  '$request.header.x-api-key': 'HEADER', '$context.authorizer.usageIdentifierKey': 'AUTHORIZER',
};

/** The source of API keys. Any other expression is one that AWS refuses; keys are still required where they are. */
function keySourceOf(properties: PropertyReader): GatewaySpecInput['api']['apiKeySource'] {
  const expression = properties.text('ApiKeySelectionExpression');
  const known = Object.entries(KEY_SOURCES).find(([text]) => text.toLowerCase() === expression?.toLowerCase());
  if (expression !== undefined && known === undefined) properties.refuse('ApiKeySelectionExpression', `${expression} is none of ${Object.keys(KEY_SOURCES).join(', ')}`);
  return known?.[1];
}

/** Why no route may be called: nobody knows which messages are for which. */
function closedBy(properties: PropertyReader, expression: string | undefined): string | undefined {
  const unknown = properties.names.find(isUnknownMembers);
  if (unknown !== undefined) return `what ${unknown} adds to the API is not known here`;
  const document = ['Body', 'BodyS3Location'].find((name) => properties.names.includes(name));
  if (document !== undefined) return `${document}: documents are of REST APIs and HTTP APIs`;
  if (expression === undefined) return 'it has no RouteSelectionExpression';
  const tokens = tokensIn(expression);
  return tokens.length === 0 ? undefined : `${tokens.join(', ')}, in its RouteSelectionExpression, is known only after deployment`;
}

/** WebSocket APIs have Lambda functions as authorizers, which are asked once for each connection. */
const WEB_SOCKET_AUTHORIZERS: AuthorizerKinds = {
  of: 'WebSocket APIs',
  builders: {
    REQUEST: (properties, { functionOf }) => {
      const called = functionOf(properties.text('AuthorizerUri') ?? '');
      return 'reason' in called ? called : { part: { type: 'request', function: called.part, identitySources: sourcesOf(properties) } };
    },
  },
};
