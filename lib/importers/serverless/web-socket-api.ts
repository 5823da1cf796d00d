import type { DocumentPath } from '../document/document-path';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { functionId, webSocketIntegrationId, webSocketRouteId, webSocketAuthorizerId } from './names';
import { freeNames } from './route-ids';
import type { Service } from './service';
import { isMap, member, isUnresolved, listOf, mapOf, textOf, type JsonMap } from './value';
import { invocationUri } from './authorizers';

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

/** A `websocket` event of a function. */
export interface WebSocketEvent {
  /** The path of the event in the file, if its functions are declared there. */
  readonly origin: DocumentPath;
  readonly functionName: string;
  /** Undefined if it cannot be read, and may be any route. */
  readonly route: string | undefined;
  readonly settings: JsonMap;
}

/** The events of all functions: `websocket: $connect` or with settings. */
export function webSocketEvents(functions: JsonMap): readonly WebSocketEvent[] {
  return Object.entries(functions).flatMap(([functionName, fn]) => listOf(member(fn, 'events')).flatMap((event, index) => {
    const declared = event === 'websocket' || Object.hasOwn(mapOf(event), 'websocket');
    if (!declared) return [];
    const value = member(event, 'websocket');
    const settings = isMap(value) ? value : {};
    const route = textOf(value) ?? textOf(settings['route']);
    const origin = ['functions', functionName, 'events', index, 'websocket'];
    return [{ functionName, origin, route: isUnresolved(route) ? undefined : route, settings }];
  }));
}

/** A logical id that no resource has. */
const NOT_READ = 'Websockets authorizer';
const DEFAULT_SOURCE = 'route.request.header.Auth';

interface WebSocketAuthorizers {
  readonly resources: readonly DeclaredResource[];
  /** The members of a route whose event has this authorizer: the name or the ARN of a function, or settings. */
  readonly of: (authorizer: unknown) => JsonMap;
}

/** Reads the authorizers of events. One that cannot be read refers to a resource that is not there, and its route refuses. */
function authorizersOf(events: readonly WebSocketEvent[], api: unknown): WebSocketAuthorizers {
  const resources = new Map<string, DeclaredResource>();
  const readings = new Map<string, string>();
  for (const { settings: { authorizer }, origin: at } of events) {
    const read = readAuthorizer(authorizer);
    if (read === undefined) continue;
    const id = webSocketAuthorizerId(read.name);
    if (resources.has(id)) continue;
    readings.set(id, JSON.stringify(read));
    resources.set(id, resourceOf({ id, type: 'Authorizer', at }, { ApiId: api, AuthorizerType: 'REQUEST', Name: read.name, ...read.properties }));
  }
  const of = (authorizer: unknown): JsonMap => {
    if (isOpen(authorizer)) return { AuthorizationType: 'NONE' };
    const read = readAuthorizer(authorizer);
    const id = read === undefined ? NOT_READ : webSocketAuthorizerId(read.name);
    // another authorizer of the same name decides otherwise
    return { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: readings.get(id) === JSON.stringify(read) ? id : NOT_READ } };
  };
  return { resources: [...resources.values()], of };
}

function isOpen(authorizer: unknown): boolean {
  return authorizer === undefined || authorizer === null || authorizer === false || authorizer === '';
}

interface ReadAuthorizer {
  readonly name: string;
  readonly properties: JsonMap;
}

/** A text with colons is an ARN, whose last part is the name; any other is the name of a function. */
function readAuthorizer(authorizer: unknown): ReadAuthorizer | undefined {
  if (isOpen(authorizer)) return undefined;
  const short = textOf(authorizer);
  const settings = isMap(authorizer) ? authorizer : short === undefined ? {} : short.includes(':') ? { arn: short } : { name: short };
  const { arn } = settings;
  const name = typeof arn === 'string' ? arn.split(':').at(-1) : textOf(settings['name']);
  if (name === undefined || name === '' || isUnresolved(name) || isUnresolved(arn)) return undefined;
  const called = arn ?? { 'Fn::GetAtt': [functionId(name), 'Arn'] };
  const sources = listOf(settings['identitySource']);
  return { name, properties: { AuthorizerUri: invocationUri(called), IdentitySource: sources.length === 0 ? [DEFAULT_SOURCE] : sources } };
}
