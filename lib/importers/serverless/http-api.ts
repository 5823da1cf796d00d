import type { DocumentPath } from '../document/document-path';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { EVERYTHING, httpEvents, type HttpEvent } from './http-events';
import { functionId, httpApiIntegrationId, httpApiRouteId, httpApiAuthorizerId } from './names';
import { freeNames } from './route-ids';
import type { Service } from './service';
import { isMap, mapOf, member, textOf, listOf, present, type JsonMap } from './value';
import { DEFAULT_HEADERS, corsSettings } from './cors';
import { invocationUri } from './authorizers';

const API = 'HttpApi';
const LOG_GROUP = 'HttpApiLogGroup';
const DEFAULT_PAYLOAD = '2.0';
const LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId', ip: '$context.identity.sourceIp', requestTime: '$context.requestTime', httpMethod: '$context.httpMethod',
  routeKey: '$context.routeKey', status: '$context.status', protocol: '$context.protocol', responseLength: '$context.responseLength',
});

/**
 * The HTTP API of `httpApi` events as the Serverless Framework declares it: the API with its stage, or the id of one that is declared
 * elsewhere, with authorizers, an integration for each function and a route for each event.
 * @see https://www.serverless.com/framework/docs/providers/aws/events/http-api
 */
export function httpApiResources(service: Service): readonly DeclaredResource[] {
  const events = httpEvents(service.functions, 'httpApi');
  if (events.length === 0) return [];
  const settings = mapOf(service.provider['httpApi']);
  const external = settings['id'] ?? undefined;
  const api = external ?? { Ref: API };
  const authorizers = external === undefined ? httpApiAuthorizers(mapOf(settings['authorizers']), api) : httpApiAuthorizers({}, api);
  return [
    ...(external === undefined ? ownResources(service, settings, events) : []),
    ...authorizers.resources,
    ...integrations(service, events, api),
    ...routes(events, authorizers, api),
    // nothing is known of this route, so every route it could be is closed
    ...service.unread.map((variable) => resourceOf({ id: `HttpApi ${variable}`, type: 'Route', at: ['functions'] }, { ApiId: api })),
  ];
}

function ownResources({ name, stage, provider }: Service, settings: JsonMap, events: readonly HttpEvent[]): DeclaredResource[] {
  const names = settings['shouldStartNameWithService'] === true ? [name, stage] : [stage, name];
  const logs = member(provider, 'logs', 'httpApi');
  const isLogged = logs === true || isMap(logs);
  const at: DocumentPath = ['provider'];
  const tags = isMap(provider['tags']) ? provider['tags'] : undefined;
  return [
    resourceOf({ id: API, type: 'Api', at }, {
      Name: settings['name'] ?? names.join('-'), ProtocolType: 'HTTP', DisableExecuteApiEndpoint: settings['disableDefaultEndpoint'],
      CorsConfiguration: httpApiCors(settings['cors'], events), Tags: tags,
    }),
    resourceOf({ id: 'HttpApiStage', type: 'Stage', at }, {
      ApiId: { Ref: API }, StageName: '$default', AutoDeploy: true, DefaultRouteSettings: { DetailedMetricsEnabled: settings['metrics'] ?? false }, Tags: tags,
      AccessLogSettings: isLogged ? { DestinationArn: { 'Fn::GetAtt': [LOG_GROUP, 'Arn'] }, Format: member(logs, 'format') ?? LOG_FORMAT } : undefined,
    }),
    ...(isLogged ? [{ id: LOG_GROUP, resource: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: `/aws/http-api/${name}-${stage}` } }, at }] : []),
  ];
}

/** An integration for each function: its own payload, or that of the provider. */
function integrations({ provider, functions }: Service, events: readonly HttpEvent[], api: unknown): DeclaredResource[] {
  return [...new Set(events.map(({ functionName }) => functionName))].map((functionName) => {
    const payload = member(functions[functionName], 'httpApi', 'payload') ?? member(provider, 'httpApi', 'payload') ?? DEFAULT_PAYLOAD;
    return resourceOf({ id: httpApiIntegrationId(functionName), type: 'Integration', at: ['functions', functionName] }, {
      ApiId: api, IntegrationType: 'AWS_PROXY', IntegrationUri: { 'Fn::GetAtt': [functionId(functionName), 'Arn'] }, PayloadFormatVersion: payload,
    });
  });
}

function routes(events: readonly HttpEvent[], authorizers: HttpApiAuthorizers, api: unknown): DeclaredResource[] {
  const free = freeNames();
  const idOf = ({ method = '', path = '' }: HttpEvent): string => free(path === EVERYTHING ? 'HttpApiRouteDefault' : httpApiRouteId(method, path));
  return events.map((event) => resourceOf({ id: idOf(event), type: 'Route', at: event.origin }, {
    ApiId: api, RouteKey: routeKeyOf(event), Target: { 'Fn::Join': ['/', ['integrations', { Ref: httpApiIntegrationId(event.functionName) }]] },
    ...authorizers.of(event.settings['authorizer']),
  }));
}

/** The route key; one that nobody knows, or that API Gateway would refuse, stays as it is, and closes the routes that it could be. */
function routeKeyOf({ method, path }: HttpEvent): string | undefined {
  if (path === EVERYTHING && (method === undefined || method === 'ANY')) return '$default';
  return method === undefined || path === undefined ? undefined : `${method} ${path}`;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE'];

/** `provider.httpApi.cors` as CloudFormation has it: `true`, or settings. Methods that are not named are those of the events. */
function httpApiCors(cors: unknown, events: readonly HttpEvent[]): JsonMap | undefined {
  const settings = corsSettings(cors);
  if (settings === undefined) return undefined;
  return present({
    AllowOrigins: listOf(settings['allowedOrigins'] ?? '*'),
    AllowHeaders: listOf(settings['allowedHeaders'] ?? DEFAULT_HEADERS),
    AllowMethods: listOf(settings['allowedMethods'] ?? methodsOf(events)),
    AllowCredentials: settings['allowCredentials'] === true ? true : undefined,
    ExposeHeaders: settings['exposedResponseHeaders'] === undefined ? undefined : listOf(settings['exposedResponseHeaders']),
    MaxAge: settings['maxAge'],
  });
}

function methodsOf(events: readonly HttpEvent[]): readonly string[] {
  const named = events.flatMap(({ method = 'ANY' }) => (method === 'ANY' ? METHODS : method));
  return [...new Set(['OPTIONS', ...named])];
}

interface HttpApiAuthorizers {
  readonly resources: readonly DeclaredResource[];
  /** The members of a route whose event has this authorizer: its name, or settings. */
  readonly of: (authorizer: unknown) => JsonMap;
}

/** Reads `provider.httpApi.authorizers`. A route that names one that is not there refers to a resource that is not there, and refuses. */
function httpApiAuthorizers(declared: JsonMap, api: unknown): HttpApiAuthorizers {
  const free = freeNames();
  const ids = new Map(Object.keys(declared).map((name) => [name, free(httpApiAuthorizerId(textOf(member(declared, name, 'name')) ?? name))]));
  const resources = [...ids].map(([name, id]) => (
    resourceOf({ id, type: 'Authorizer', at: ['provider', 'httpApi', 'authorizers', name] }, { ApiId: api, ...propertiesOf(name, mapOf(member(declared, name))) })
  ));
  const idOf = (name: unknown): JsonMap => ({ Ref: ids.get(String(name)) ?? free(httpApiAuthorizerId(String(name))) });
  const of = (authorizer: unknown): JsonMap => {
    if (authorizer === undefined || authorizer === null || authorizer === false) return { AuthorizationType: 'NONE' };
    const settings = isMap(authorizer) ? authorizer : { name: authorizer };
    if (textOf(settings['type'])?.toLowerCase() === 'aws_iam') return { AuthorizationType: 'AWS_IAM' };
    const { id, name } = settings;
    const type = textOf(settings['type'] ?? (id === undefined ? member(declared, String(name), 'type') : undefined));
    return present({
      AuthorizationType: type?.toLowerCase() === 'request' ? 'CUSTOM' : 'JWT', AuthorizerId: id ?? idOf(name),
      AuthorizationScopes: settings['scopes'] === undefined ? undefined : listOf(settings['scopes']),
    });
  };
  return { resources, of };
}

/** An authorizer of tokens, unless its type says that it is a function. */
function propertiesOf(name: string, settings: JsonMap): JsonMap {
  const shared = { Name: settings['name'] ?? name, IdentitySource: listOf(settings['identitySource']) };
  if (settings['type'] !== 'request') {
    return { ...shared, AuthorizerType: 'JWT', JwtConfiguration: present({ Audience: listOf(settings['audience']), Issuer: settings['issuerUrl'] }) };
  }
  const called = settings['functionArn'] ?? { 'Fn::GetAtt': [functionId(textOf(settings['functionName']) ?? ''), 'Arn'] };
  return {
    ...shared, AuthorizerType: 'REQUEST', AuthorizerUri: invocationUri(called), EnableSimpleResponses: settings['enableSimpleResponses'],
    AuthorizerResultTtlInSeconds: settings['resultTtlInSeconds'], AuthorizerPayloadFormatVersion: settings['payloadVersion'] ?? DEFAULT_PAYLOAD,
  };
}
