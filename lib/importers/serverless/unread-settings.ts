import { loss, warning, type Issue } from '../../errors';
import { httpEvents, type HttpEvent } from './http-events';
import { isMap, listOf, mapOf, member, type JsonMap } from './value';
import { webSocketEvents } from './web-socket-events';

/** The treatment of a setting: it is read, it has no effect here, or it is lost, with the reason. */
type Position = 'read' | 'noted' | { readonly lost: string };

const READ = (...names: string[]): Record<string, Position> => Object.fromEntries(names.map((name) => [name, 'read']));
const NOTED = (...names: string[]): Record<string, Position> => Object.fromEntries(names.map((name) => [name, 'noted']));

const API_GATEWAY: Readonly<Record<string, Position>> = {
  ...READ(
    'apiKeys', 'apiKeySourceType', 'binaryMediaTypes', 'description', 'disableDefaultEndpoint', 'minimumCompressionSize', 'request', 'resourcePolicy', 'restApiId',
    'restApiRootResourceId', 'usagePlan', 'websocketApiId',
  ),
  ...NOTED('metrics', 'restApiResources', 'shouldStartNameWithService', 'websocketApiDescription'),
  stage: { lost: 'the stage is that of the provider' },
  timeoutInMillis: { lost: 'set timeoutInMillis of the events' },
};

const EVENT: Readonly<Record<string, Position>> = {
  ...READ('authorizer', 'connectionId', 'connectionType', 'cors', 'integration', 'method', 'operationId', 'path', 'private', 'request', 'response', 'timeoutInMillis'),
  async: { lost: 'the function is called synchronously' },
};

const REQUEST: Readonly<Record<string, Position>> = {
  ...READ('method', 'parameters', 'passThrough', 'schema', 'schemas', 'template', 'uri'),
  contentHandling: { lost: 'the body is passed on as it is' },
};

const RESPONSE: Readonly<Record<string, Position>> = {
  ...READ('headers', 'statusCodes', 'template'),
  contentHandling: { lost: 'the body is passed on as it is' },
  transferMode: { lost: 'the response is buffered' },
};

/** Settings of the API, its stage and its `http` events that the translation does not read. */
export function unreadSettings(provider: JsonMap, events: readonly HttpEvent[]): Issue[] {
  if (events.length === 0) return [];
  const settings = mapOf(provider['apiGateway']);
  return [
    ...positionIssues(settings, API_GATEWAY, { location: 'provider.apiGateway' }),
    ...providerIssues(provider),
    ...planIssues(settings['usagePlan'] ?? provider['usagePlan'], settings['apiKeys'] ?? provider['apiKeys']),
    ...events.flatMap(({ functionName, method, path, settings: event }) => {
      const location = `functions.${functionName}: ${method ?? '?'} ${path ?? '?'}`;
      return [
        ...positionIssues(event, EVENT, { location }),
        ...positionIssues(mapOf(event['request']), REQUEST, { location, prefix: 'request.' }),
        ...positionIssues(mapOf(event['response']), RESPONSE, { location, prefix: 'response.' }),
      ];
    }),
  ];
}

const SLOW = { lost: 'the time is limited by the function, and to 30 seconds' };

const HTTP_API: Readonly<Record<string, Position>> = {
  ...READ('authorizers', 'cors', 'disableDefaultEndpoint', 'id', 'metrics', 'name', 'payload', 'shouldStartNameWithService'),
  ...NOTED('useProviderTags'),
  timeout: SLOW,
};
const HTTP_API_CORS = READ('allowCredentials', 'allowedHeaders', 'allowedMethods', 'allowedOrigins', 'exposedResponseHeaders', 'maxAge');
const HTTP_API_AUTHORIZER: Readonly<Record<string, Position>> = {
  ...READ('audience', 'enableSimpleResponses', 'functionArn', 'functionName', 'identitySource', 'issuerUrl', 'name', 'payloadVersion', 'resultTtlInSeconds', 'type'),
  ...NOTED('managedExternally'),
};
const HTTP_API_EVENT: Readonly<Record<string, Position>> = { ...READ('authorizer', 'method', 'path'), timeout: SLOW };

/** Settings of an HTTP API and its events that the translation does not read. */
export function unreadHttpApiSettings(provider: JsonMap, functions: JsonMap): Issue[] {
  const events = httpEvents(functions, 'httpApi');
  if (events.length === 0) return [];
  const settings = mapOf(provider['httpApi']);
  const location = 'provider.httpApi';
  const callers = [...new Set(events.map(({ functionName }) => functionName))];
  return [
    ...unknownHttpApi(provider),
    ...positionIssues(settings, HTTP_API, { location }),
    ...positionIssues(mapOf(settings['cors']), HTTP_API_CORS, { location, prefix: 'cors.' }),
    ...Object.entries(mapOf(settings['authorizers'])).flatMap(([name, authorizer]) =>
      positionIssues(mapOf(authorizer), HTTP_API_AUTHORIZER, { location, prefix: `authorizers.${name}.` })),
    ...externalIssues(settings, provider),
    ...callers.flatMap((name) => positionIssues(mapOf(member(functions[name], 'httpApi')), READ('payload'), { location: `functions.${name}`, prefix: 'httpApi.' })),
    ...events.flatMap(({ functionName, method, path, settings: event }) =>
      positionIssues(event, HTTP_API_EVENT, { location: `functions.${functionName}: ${method ?? '?'} ${path ?? '?'}` })),
  ];
}

const WEBSOCKET_LOGS = READ('accessLogging', 'executionLogging', 'format', 'fullExecutionData', 'level');

/** Settings of a WebSocket API and its events that the translation does not read. */
export function unreadWebSocketSettings(provider: JsonMap, functions: JsonMap): Issue[] {
  const events = webSocketEvents(functions);
  if (events.length === 0) return [];
  const logs = mapOf(member(provider, 'logs', 'websocket'));
  return [
    ...externalWebSocketIssues(provider),
    ...positionIssues(logs, { ...WEBSOCKET_LOGS, ...NOTED('roleManagedExternally', 'role') }, { location: 'provider', prefix: 'logs.websocket.' }),
    ...events.flatMap(({ functionName, route, settings }) =>
      positionIssues(settings, READ('authorizer', 'route', 'routeResponseSelectionExpression'), { location: `functions.${functionName}: ${route ?? '?'}` })),
  ];
}

/** Settings of an API that is declared elsewhere, and has its own. */
function externalWebSocketIssues(provider: JsonMap): Issue[] {
  const id = member(provider, 'apiGateway', 'websocketApiId');
  if (id === undefined || id === null) return [];
  const reason = elsewhere(id);
  const own = ['websocketsApiName', 'websocketsDescription', 'websocketsApiRouteSelectionExpression'].filter((name) => provider[name] !== undefined);
  const logs = member(provider, 'logs', 'websocket') === undefined ? [] : ['logs.websocket'];
  return [...own, ...logs].map((what) => loss('IMPORT_PART_REFUSED', 'provider', { what, reason }));
}

function elsewhere(id: unknown): string {
  return `it is that of the API ${typeof id === 'string' ? id : JSON.stringify(id)}, which is declared elsewhere`;
}

/** Settings of the URLs of functions that the translation does not read. */
export function unreadUrlSettings(functions: JsonMap): Issue[] {
  return Object.entries(functions).flatMap(([name, fn]) => {
    const url = mapOf(member(fn, 'url'));
    const location = `functions.${name}`;
    return [
      ...positionIssues(url, READ('authorizer', 'cors', 'invokeMode'), { location, prefix: 'url.' }),
      ...positionIssues(mapOf(url['cors']), HTTP_API_CORS, { location, prefix: 'url.cors.' }),
    ];
  });
}

function unknownHttpApi({ httpApi }: JsonMap): Issue[] {
  const isKnown = httpApi === undefined || httpApi === null || isMap(httpApi);
  return isKnown ? [] : [loss('IMPORT_PART_REFUSED', 'provider', { what: 'httpApi', reason: 'its settings are not known here' })];
}

/** Settings that an API of another service has itself. */
function externalIssues(settings: JsonMap, provider: JsonMap): Issue[] {
  const { id } = settings;
  if (id === undefined || id === null) return [];
  const reason = elsewhere(id);
  const own = ['authorizers', 'cors'].filter((name) => settings[name] !== undefined);
  return [
    ...own.map((what) => loss('IMPORT_PART_REFUSED', 'provider.httpApi', { what, reason })),
    ...(member(provider, 'logs', 'httpApi') === undefined ? [] : [loss('IMPORT_PART_REFUSED', 'provider', { what: 'logs.httpApi', reason })]),
  ];
}

/** The owner of settings. */
interface Settings {
  readonly location: string;
  /** The prefix of the names of members: `request.`. */
  readonly prefix?: string;
}

function positionIssues(settings: JsonMap, positions: Readonly<Record<string, Position>>, { location, prefix = '' }: Settings): Issue[] {
  const names = Object.keys(settings).filter((name) => settings[name] !== undefined && settings[name] !== null && settings[name] !== false);
  const noted = names.filter((name) => Object.hasOwn(positions, name) && positions[name] === 'noted');
  return [
    ...names.flatMap((name) => {
      const position = Object.hasOwn(positions, name) ? positions[name] : undefined;
      if (position === undefined) return [warning('IMPORT_PROPERTY_UNKNOWN', location, { name: `${prefix}${name}`, type: 'a serverless.yml' })];
      return typeof position === 'string' ? [] : [loss('IMPORT_PART_REFUSED', location, { what: `${prefix}${name}`, reason: position.lost })];
    }),
    ...notedIssue(noted.map((name) => `${prefix}${name}`), location),
  ];
}

/** Most settings of the provider are about the stack and its functions. These are about the stage. */
function providerIssues(provider: JsonMap): Issue[] {
  const noted = ['tags', 'stackTags', 'vpcEndpointIds'].filter((name) => provider[name] !== undefined);
  if (member(provider, 'tracing', 'apiGateway') !== undefined) noted.push('tracing.apiGateway');
  const logs = member(provider, 'logs', 'restApi');
  const isLogged = logs !== undefined && logs !== false;
  return [
    ...(isLogged ? [loss('IMPORT_PART_REFUSED', 'provider', { what: 'logs.restApi', reason: 'the gateway has its own log of requests' })] : []),
    ...notedIssue(noted, 'provider'),
  ];
}

/** Several plans have names, and keys are listed below the name of theirs. */
function planIssues(plan: unknown, keys: unknown): Issue[] {
  const isNamed = Array.isArray(plan) || listOf(keys).some((key) => isMap(key) && key['name'] === undefined && key['value'] === undefined);
  return isNamed ? [loss('IMPORT_PART_REFUSED', 'provider.apiGateway', { what: 'usagePlan', reason: 'plans with names are not read, so their keys and limits do not exist here' })] : [];
}

function notedIssue(names: readonly string[], location: string): Issue[] {
  return names.length === 0 ? [] : [warning('IMPORT_PROPERTY_NOTED', location, { names: names.join(', ') })];
}
