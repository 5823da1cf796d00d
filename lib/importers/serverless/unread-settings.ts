import { loss, type Issue } from '../../errors';
import { CARRIED, NOTED, notedIssue, positionIn, positionIssues, REFUSED, type Position } from '../positions';
import { httpEvents, type HttpEvent } from './http-events';
import { isMap, listOf, mapOf, member, type JsonMap } from './value';
import { webSocketEvents } from './web-socket-api';

const API_GATEWAY: Readonly<Record<string, Position>> = {
  ...CARRIED(
    'apiKeys', 'apiKeySourceType', 'binaryMediaTypes', 'description', 'disableDefaultEndpoint', 'minimumCompressionSize', 'request', 'resourcePolicy', 'restApiId',
    'restApiRootResourceId', 'usagePlan', 'websocketApiId',
  ),
  ...NOTED('metrics', 'restApiResources', 'shouldStartNameWithService', 'websocketApiDescription'),
  ...REFUSED({ stage: 'the stage is that of the provider', timeoutInMillis: 'set timeoutInMillis of the events' }),
};

const EVENT: Readonly<Record<string, Position>> = {
  ...CARRIED('authorizer', 'connectionId', 'connectionType', 'cors', 'integration', 'method', 'operationId', 'path', 'private', 'request', 'response', 'timeoutInMillis'),
  ...REFUSED({ async: 'the function is called synchronously' }),
};

const REQUEST: Readonly<Record<string, Position>> = {
  ...CARRIED('method', 'parameters', 'passThrough', 'schema', 'schemas', 'template', 'uri'),
  ...REFUSED({ contentHandling: 'the body is passed on as it is' }),
};

const RESPONSE: Readonly<Record<string, Position>> = {
  ...CARRIED('headers', 'statusCodes', 'template'),
  ...REFUSED({ contentHandling: 'the body is passed on as it is', transferMode: 'the response is buffered' }),
};

/** Settings of the API, its stage and its `http` events that the translation does not read. */
export function unreadSettings(provider: JsonMap, events: readonly HttpEvent[]): Issue[] {
  if (events.length === 0) return [];
  const settings = mapOf(provider['apiGateway']);
  return [
    ...settingIssues(settings, API_GATEWAY, { location: 'provider.apiGateway' }),
    ...providerIssues(provider),
    ...planIssues(settings['usagePlan'] ?? provider['usagePlan'], settings['apiKeys'] ?? provider['apiKeys']),
    ...events.flatMap(({ functionName, method, path, settings: event }) => {
      const location = `functions.${functionName}: ${method ?? '?'} ${path ?? '?'}`;
      return [
        ...settingIssues(event, EVENT, { location }),
        ...settingIssues(mapOf(event['request']), REQUEST, { location, prefix: 'request.' }),
        ...settingIssues(mapOf(event['response']), RESPONSE, { location, prefix: 'response.' }),
      ];
    }),
  ];
}

const SLOW = REFUSED({ timeout: 'the time is limited by the function, and to 30 seconds' });

const HTTP_API: Readonly<Record<string, Position>> = {
  ...CARRIED('authorizers', 'cors', 'disableDefaultEndpoint', 'id', 'metrics', 'name', 'payload', 'shouldStartNameWithService'),
  ...NOTED('useProviderTags'),
  ...SLOW,
};
const HTTP_API_CORS = CARRIED('allowCredentials', 'allowedHeaders', 'allowedMethods', 'allowedOrigins', 'exposedResponseHeaders', 'maxAge');
const HTTP_API_AUTHORIZER: Readonly<Record<string, Position>> = {
  ...CARRIED('audience', 'enableSimpleResponses', 'functionArn', 'functionName', 'identitySource', 'issuerUrl', 'name', 'payloadVersion', 'resultTtlInSeconds', 'type'),
  ...NOTED('managedExternally'),
};
const HTTP_API_EVENT: Readonly<Record<string, Position>> = { ...CARRIED('authorizer', 'method', 'path'), ...SLOW };

/** Settings of an HTTP API and its events that the translation does not read. */
export function unreadHttpApiSettings(provider: JsonMap, functions: JsonMap): Issue[] {
  const events = httpEvents(functions, 'httpApi');
  if (events.length === 0) return [];
  const settings = mapOf(provider['httpApi']);
  const location = 'provider.httpApi';
  const callers = [...new Set(events.map(({ functionName }) => functionName))];
  return [
    ...unknownHttpApi(provider),
    ...settingIssues(settings, HTTP_API, { location }),
    ...settingIssues(mapOf(settings['cors']), HTTP_API_CORS, { location, prefix: 'cors.' }),
    ...Object.entries(mapOf(settings['authorizers'])).flatMap(([name, authorizer]) =>
      settingIssues(mapOf(authorizer), HTTP_API_AUTHORIZER, { location, prefix: `authorizers.${name}.` })),
    ...externalIssues(settings, provider),
    ...callers.flatMap((name) => settingIssues(mapOf(member(functions[name], 'httpApi')), CARRIED('payload'), { location: `functions.${name}`, prefix: 'httpApi.' })),
    ...events.flatMap(({ functionName, method, path, settings: event }) =>
      settingIssues(event, HTTP_API_EVENT, { location: `functions.${functionName}: ${method ?? '?'} ${path ?? '?'}` })),
  ];
}

const WEBSOCKET_LOGS = CARRIED('accessLogging', 'executionLogging', 'format', 'fullExecutionData', 'level');

/** Settings of a WebSocket API and its events that the translation does not read. */
export function unreadWebSocketSettings(provider: JsonMap, functions: JsonMap): Issue[] {
  const events = webSocketEvents(functions);
  if (events.length === 0) return [];
  const logs = mapOf(member(provider, 'logs', 'websocket'));
  return [
    ...externalWebSocketIssues(provider),
    ...settingIssues(logs, { ...WEBSOCKET_LOGS, ...NOTED('roleManagedExternally', 'role') }, { location: 'provider', prefix: 'logs.websocket.' }),
    ...events.flatMap(({ functionName, route, settings }) =>
      settingIssues(settings, CARRIED('authorizer', 'route', 'routeResponseSelectionExpression'), { location: `functions.${functionName}: ${route ?? '?'}` })),
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
      ...settingIssues(url, CARRIED('authorizer', 'cors', 'invokeMode'), { location, prefix: 'url.' }),
      ...settingIssues(mapOf(url['cors']), HTTP_API_CORS, { location, prefix: 'url.cors.' }),
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

interface Settings {
  readonly location: string;
  /** The prefix of the names of members: `request.`. */
  readonly prefix?: string;
}

function settingIssues(settings: JsonMap, positions: Readonly<Record<string, Position>>, { location, prefix = '' }: Settings): Issue[] {
  const names = Object.keys(settings).filter((name) => settings[name] !== undefined && settings[name] !== null && settings[name] !== false);
  return positionIssues(names.map((name) => [`${prefix}${name}`, positionIn(positions, name)]), location, 'a serverless.yml');
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
