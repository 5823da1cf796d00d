import { loss, type Issue } from '../../errors';
import type { DocumentPath } from '../document/document-path';
import { authorizationOf } from './authorizers';
import { corsSettings, preflight } from './cors';
import { urlResources, functionResources, layerResources } from './functions';
import { httpApiResources } from './http-api';
import { httpEvents, otherEvents, type HttpEvent } from './http-events';
import { integrationOf } from './integration';
import { methodId } from './names';
import { requestOf } from './request';
import { routeIds, type RouteIds } from './route-ids';
import { serviceOf, type Service, type ServiceContext } from './service';
import { unreadHttpApiSettings, unreadSettings, unreadUrlSettings, unreadWebSocketSettings } from './unread-settings';
import { isMap, listOf, mapOf, member, mergedMaps, present, textOf, type JsonMap } from './value';
import { webSocketApiResources } from './web-socket-api';

const API = 'ApiGatewayRestApi';

export interface ServerlessTranslation {
  readonly template: JsonMap;
  readonly issues: readonly Issue[];
  /** The place in the file that declares each resource, by logical id. */
  readonly origins: ReadonlyMap<string, DocumentPath>;
}

/** The CloudFormation template of a serverless.yml whose variables are resolved, with the logical ids of the Serverless Framework. */
export function translateServerless(document: unknown, context: ServiceContext = {}): ServerlessTranslation {
  const service = serviceOf(document, context);
  const events = httpEvents(service.functions, 'http');
  const ofRoutes = [...httpApiResources(service), ...webSocketApiResources(service)];
  const own = {
    ...functionResources(service.functions, service),
    ...urlResources(service.functions),
    ...layerResources(mapOf(member(document, 'layers'))),
    ...(events.length === 0 ? {} : restApi(service, events)),
    ...Object.fromEntries(ofRoutes.map(({ id, resource }) => [id, resource])),
  };
  const resources = listOf(member(document, 'resources')).flatMap((part) => [mapOf(member(part, 'Resources')), mapOf(member(part, 'extensions'))]);
  const conditions = listOf(member(document, 'resources')).map((part) => mapOf(member(part, 'Conditions')));
  return {
    template: { Resources: resources.reduce(withResources, own), Conditions: Object.assign({}, ...conditions) },
    issues: issuesOf(document, service),
    origins: new Map([...originsOf(service, events), ...ofRoutes.map(({ id, at }): Origin => [id, at]), ...resources.flatMap(Object.keys).map((id): Origin => [id, ['resources', 'Resources', id]])]),
  };
}

/**
 * Resources without a type extend those that the Serverless Framework generates. What it generates besides functions and APIs, such as
 * roles and log groups, is not needed here.
 */
function withResources(before: JsonMap, resources: JsonMap): JsonMap {
  const entries = Object.entries(resources).flatMap(([id, resource]) => {
    if (textOf(member(resource, 'Type')) !== undefined) return [[id, resource] as const];
    return before[id] === undefined ? [] : [[id, merged(before[id], resource)] as const];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function merged(generated: unknown, declared: unknown): unknown {
  if (!isMap(generated) || !isMap(declared)) return declared;
  return { ...generated, ...Object.fromEntries(Object.entries(declared).map(([name, value]) => [name, merged(generated[name], value)])) };
}

function restApi(service: Service, events: readonly HttpEvent[]): JsonMap {
  const { provider, name, stage } = service;
  const settings = mapOf(provider['apiGateway']);
  const external = settings['restApiId'];
  const api = external ?? { Ref: API };
  const root = settings['restApiRootResourceId'] ?? { 'Fn::GetAtt': [API, 'RootResourceId'] };
  const ids = routeIds(events);
  const methods = events.map((event) => methodResources(event, { api, provider, root, ids }));
  return {
    ...(external === undefined ? { [API]: apiResource(service, settings) } : {}),
    ...pathResources({ api, root, ids }),
    ...Object.assign({}, ...methods),
    ...preflights(events, { api, root, ids }),
    // nothing is known of this method, so every method it could be is closed
    ...Object.fromEntries(service.unread.map((variable) => [variable, { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: api } }])),
    ApiGatewayDeployment: {
      Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: api, StageName: stage, Description: `${stage}-${name}` },
    },
    ...keyResources(service, settings, api),
  };
}

function apiResource({ name, stage, provider }: Service, settings: JsonMap): JsonMap {
  return {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: present({
      Name: provider['apiName'] ?? `${stage}-${name}`,
      Description: settings['description'],
      BinaryMediaTypes: settings['binaryMediaTypes'],
      MinimumCompressionSize: settings['minimumCompressionSize'],
      ApiKeySourceType: settings['apiKeySourceType'],
      DisableExecuteApiEndpoint: settings['disableDefaultEndpoint'],
      EndpointConfiguration: { Types: [textOf(provider['endpointType'])?.toUpperCase() ?? 'EDGE'] },
      Policy: policyOf(provider),
    }),
  };
}

/** The resource policy. Settings that are not here may contain one, so they count as a policy that cannot be evaluated. */
function policyOf(provider: JsonMap): unknown {
  const { apiGateway } = provider;
  if (apiGateway !== undefined && apiGateway !== null && !isMap(apiGateway)) return String(apiGateway);
  const owner = [mapOf(apiGateway), provider].find((settings) => settings['resourcePolicy'] !== undefined);
  return owner === undefined ? undefined : { Version: '2012-10-17', Statement: listOf(owner['resourcePolicy']) };
}

interface ApiContext {
  readonly api: unknown;
  readonly root: unknown;
  readonly ids: RouteIds;
}

function methodResources(event: HttpEvent, { provider, ...context }: ApiContext & { readonly provider: JsonMap }): JsonMap {
  const { path, method, settings } = event;
  const { api, ids } = context;
  const authorization = authorizationOf(settings['authorizer'], api);
  const id = ids.methods.get(event) ?? '';
  const request = requestOf(id, settings, { api, schemas: mapOf(member(provider, 'apiGateway', 'request', 'schemas')) });
  return {
    ...authorization.resources,
    ...request.resources,
    [id]: {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        RestApiId: api, ResourceId: path === undefined ? undefined : resourceOf(path, context), HttpMethod: method,
        ApiKeyRequired: settings['private'] ?? false,
        ...authorization.method,
        ...request.method,
        ...present({ OperationName: settings['operationId'] }),
        ...integrationOf(event),
      },
    },
  };
}

function pathResources(context: ApiContext): JsonMap {
  const { api, ids } = context;
  return Object.fromEntries([...ids.resources].map(([path, id]) => [id, {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { RestApiId: api, ParentId: resourceOf(path.slice(0, path.lastIndexOf('/')) || '/', context), PathPart: path.slice(path.lastIndexOf('/') + 1) },
  }]));
}

function resourceOf(path: string, { root, ids }: ApiContext): unknown {
  return path === '/' ? root : { Ref: ids.resources.get(path) };
}

function preflights(events: readonly HttpEvent[], context: ApiContext): JsonMap {
  const withCors = events.filter(({ settings }) => corsSettings(settings['cors']) !== undefined);
  const paths = [...new Set(withCors.flatMap(({ path }) => path ?? []))].filter((path) => !events.some((event) => event.path === path && event.method === 'OPTIONS'));
  return Object.fromEntries(paths.map((path) => {
    const own = withCors.filter((event) => event.path === path);
    const settings = mergedMaps(own.map((event) => corsSettings(event.settings['cors'])));
    const properties = preflight({ settings, methods: own.flatMap(({ method }) => method ?? []) });
    return [methodId(path, 'OPTIONS'), { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: context.api, ResourceId: resourceOf(path, context), ...properties } }];
  }));
}

/** API keys and the usage plan that they need. */
function keyResources({ provider, name, stage }: Service, settings: JsonMap, api: unknown): JsonMap {
  const keys = listOf(settings['apiKeys'] ?? provider['apiKeys']).map((key) => (typeof key === 'string' ? { name: key } : mapOf(key)));
  const plan = mapOf(settings['usagePlan'] ?? provider['usagePlan']);
  if (keys.length === 0 && Object.keys(plan).length === 0) return {};
  const { quota, throttle } = plan;
  const planId = { Ref: 'ApiGatewayUsagePlan' };
  return {
    ApiGatewayUsagePlan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: present({
        UsagePlanName: `${name}-${stage}`, ApiStages: [{ ApiId: api, Stage: stage }],
        Quota: quota === undefined ? undefined : present({ Limit: member(quota, 'limit'), Offset: member(quota, 'offset'), Period: member(quota, 'period') }),
        Throttle: throttle === undefined ? undefined : present({ RateLimit: member(throttle, 'rateLimit'), BurstLimit: member(throttle, 'burstLimit') }),
      }),
    },
    ...Object.fromEntries(keys.flatMap((key, index) => [
      [`ApiGatewayApiKey${index + 1}`, {
        Type: 'AWS::ApiGateway::ApiKey', Properties: present({ Enabled: key['enabled'] ?? true, Name: key['name'], Value: key['value'] }),
      }],
      [`ApiGatewayUsagePlanKey${index + 1}`, {
        Type: 'AWS::ApiGateway::UsagePlanKey', Properties: { KeyId: { Ref: `ApiGatewayApiKey${index + 1}` }, KeyType: 'API_KEY', UsagePlanId: planId },
      }],
    ])),
  };
}

function issuesOf(document: unknown, { functions, provider }: Service): readonly Issue[] {
  const { plugins } = mapOf(document);
  const names = listOf(member(plugins, 'modules') ?? plugins).map(String);
  return [
    ...names.map((name) => loss('SERVERLESS_PLUGIN_NOT_RUN', 'plugins', { name })),
    ...otherEvents(functions).map((kind) => loss('SERVERLESS_EVENT_LEFT_OUT', 'functions', { kind })),
    ...unreadSettings(provider, httpEvents(functions, 'http')),
    ...unreadHttpApiSettings(provider, functions),
    ...unreadUrlSettings(functions),
    ...unreadWebSocketSettings(provider, functions),
  ];
}

type Origin = [logicalId: string, at: DocumentPath];

/** Returns the origins of resources: the function or the event that declares them; the provider for all others, such as the API. */
function originsOf(service: Service, events: readonly HttpEvent[]): Origin[] {
  const { functions, provider } = service;
  const from = (at: DocumentPath) => (id: string): Origin => [id, at];
  const shared = Object.keys(events.length === 0 ? {} : restApi(service, events)).map(from(['provider']));
  const own = Object.entries(functions).flatMap(([name, fn]) => [...Object.keys(functionResources({ [name]: fn }, service)), ...Object.keys(urlResources({ [name]: fn }))].map(from(['functions', name])));
  const context = { api: {}, root: {}, provider, ids: routeIds(events) };
  const ofEvents = events.flatMap((event) => Object.keys(methodResources(event, context)).map(from(event.origin)));
  return [...shared, ...own, ...ofEvents.reverse()];
}
