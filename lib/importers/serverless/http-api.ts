import type { DocumentPath } from '../document/document-path';
import { resourceOf, type DeclaredResource } from './declared-resource';
import { httpApiAuthorizers, type HttpApiAuthorizers } from './http-api-authorizers';
import { httpApiCors } from './http-api-cors';
import { EVERYTHING, httpEvents, type HttpEvent } from './http-events';
import { functionId, httpApiIntegrationId, httpApiRouteId } from './names';
import { freeNames } from './route-ids';
import type { Service } from './service';
import { isMap, mapOf, member, textOf, type JsonMap } from './value';

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

/** The API with its stage and log. */
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
  return events.map((event) => resourceOf({ id: free(routeIdOf(event)), type: 'Route', at: event.origin }, {
    ApiId: api, RouteKey: routeKeyOf(event), Target: { 'Fn::Join': ['/', ['integrations', { Ref: httpApiIntegrationId(event.functionName) }]] },
    ...authorizers.of(event.settings['authorizer']),
  }));
}

/** The route key; one that nobody knows, or that API Gateway would refuse, stays as it is, and closes the routes that it could be. */
function routeKeyOf({ method, path }: HttpEvent): string | undefined {
  if (path === EVERYTHING && (method === undefined || method === 'ANY')) return '$default';
  return method === undefined || path === undefined ? undefined : `${method} ${path}`;
}

function routeIdOf({ method = '', path = '' }: HttpEvent): string {
  return path === EVERYTHING ? 'HttpApiRouteDefault' : httpApiRouteId(method, textOf(path) ?? '');
}
