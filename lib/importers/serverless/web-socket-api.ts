import type { DocumentPath } from '../document/document-path';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { authorizersOf, type WebSocketAuthorizers } from './web-socket-authorizers';
import { functionId, webSocketIntegrationId, webSocketRouteId } from './names';
import { freeNames } from './route-ids';
import type { Service } from './service';
import { isMap, member, type JsonMap } from './value';
import { invocationUri } from './authorizers';
import { webSocketEvents, type WebSocketEvent } from './web-socket-events';

const API = 'WebsocketsApi';
const LOG_GROUP = 'WebsocketsLogGroup';
const LOG_FORMAT = '$context.identity.sourceIp $context.identity.caller $context.identity.user [$context.requestTime] '
  + '"$context.eventType $context.routeKey $context.connectionId" $context.requestId';

/**
 * The WebSocket API of `websocket` events as the Serverless Framework declares it: the API with its stage, or the id of one that is
 * declared elsewhere, with authorizers, an integration for each function and a route for each event.
 * @see https://www.serverless.com/framework/docs/providers/aws/events/websocket
 */
export function webSocketApiResources(service: Service): readonly DeclaredResource[] {
  const events = webSocketEvents(service.functions);
  if (events.length === 0) return [];
  const external = member(service.provider, 'apiGateway', 'websocketApiId') ?? undefined;
  const api = external ?? { Ref: API };
  const authorizers = authorizersOf(events, api);
  return [
    ...(external === undefined ? ownResources(service) : []),
    ...authorizers.resources,
    ...integrations(events, api),
    ...routes(events, authorizers, api),
    // nothing is known of this route, so every route it could be is closed
    ...service.unread.map((variable) => resourceOf({ id: `Websockets ${variable}`, type: 'Route', at: ['functions'] }, { ApiId: api })),
  ];
}

/** The API with its stage and log. */
function ownResources({ name, stage, provider }: Service): DeclaredResource[] {
  const startsWithService = member(provider, 'apiGateway', 'shouldStartNameWithService') === true;
  const names = startsWithService ? [name, stage, 'websockets'] : [stage, name, 'websockets'];
  const logs = member(provider, 'logs', 'websocket');
  const isLogged = logs === true || isMap(logs);
  const at: DocumentPath = ['provider'];
  const Description = provider['websocketsDescription'] ?? 'Serverless Websockets';
  return [
    resourceOf({ id: API, type: 'Api', at }, {
      Name: provider['websocketsApiName'] ?? names.join('-'), ProtocolType: 'WEBSOCKET', Description,
      RouteSelectionExpression: provider['websocketsApiRouteSelectionExpression'] ?? '$request.body.action',
    }),
    resourceOf({ id: 'WebsocketsDeploymentStage', type: 'Stage', at }, {
      ApiId: { Ref: API }, StageName: stage, Description, ...(isLogged ? logSettings(logs) : {}),
    }),
    ...(isLogged ? [{ id: LOG_GROUP, resource: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: `/aws/websocket/${name}-${stage}` } }, at }] : []),
  ];
}

function logSettings(logs: unknown): JsonMap {
  const isAccessLogged = member(logs, 'accessLogging') !== false;
  const isExecutionLogged = member(logs, 'executionLogging') !== false;
  return {
    AccessLogSettings: isAccessLogged ? { DestinationArn: { 'Fn::GetAtt': [LOG_GROUP, 'Arn'] }, Format: member(logs, 'format') ?? LOG_FORMAT } : undefined,
    DefaultRouteSettings: isExecutionLogged ? { DataTraceEnabled: member(logs, 'fullExecutionData') ?? true, LoggingLevel: member(logs, 'level') ?? 'INFO' } : undefined,
  };
}

function integrations(events: readonly WebSocketEvent[], api: unknown): DeclaredResource[] {
  return [...new Set(events.map(({ functionName }) => functionName))].map((functionName) => (
    resourceOf({ id: webSocketIntegrationId(functionName), type: 'Integration', at: ['functions', functionName] }, {
      ApiId: api, IntegrationType: 'AWS_PROXY', IntegrationUri: invocationUri({ 'Fn::GetAtt': [functionId(functionName), 'Arn'] }),
    })
  ));
}

/** Routes with their responses: a route with a response expression is a two-way one. */
function routes(events: readonly WebSocketEvent[], authorizers: WebSocketAuthorizers, api: unknown): DeclaredResource[] {
  const free = freeNames();
  return events.flatMap(({ route, settings, functionName, origin }) => {
    const id = free(webSocketRouteId(route ?? ''));
    const expression = settings['routeResponseSelectionExpression'] ?? undefined;
    const properties = {
      ApiId: api, RouteKey: route, RouteResponseSelectionExpression: expression, ...authorizers.of(settings['authorizer']),
      Target: { 'Fn::Join': ['/', ['integrations', { Ref: webSocketIntegrationId(functionName) }]] },
    };
    return [
      resourceOf({ id, type: 'Route', at: origin }, properties),
      ...(expression === undefined ? [] : [resourceOf({ id: `${id}Response`, type: 'RouteResponse', at: origin }, { ApiId: api, RouteId: { Ref: id }, RouteResponseKey: '$default' })]),
    ];
  });
}
