import { isAlphanumeric } from '../logical-id';
import { expectMap, refuseResource } from '../refuse';
import { derived, main, type Made, type SamResource } from '../translation';
import { isMap, isSet, picked, type JsonMap } from '../value';
import { domainOf, stageOf } from './http-api';

const PASSED_ON = [
  'ApiKeySelectionExpression', 'Description', 'DisableExecuteApiEndpoint', 'DisableSchemaValidation', 'IpAddressType', 'RouteSelectionExpression',
] as const;
const ROUTE_SETTINGS = [
  'ApiKeyRequired', 'ModelSelectionExpression', 'OperationName', 'RequestModels', 'RequestParameters', 'RouteResponseSelectionExpression',
] as const;
const CONNECT = '$connect';
const SERVICE_ROUTES = [CONNECT, '$disconnect', '$default'];
const AUTH_TYPES = ['NONE', 'AWS_IAM', 'CUSTOM'];
/** No `$default`: WebSocket APIs have no stage without a name. */
const DEFAULT_STAGE = 'default';

/** An AWS::Serverless::WebSocketApi becomes a WebSocket API with a route and an integration for each function, a stage, and its domain. */
export function translateWebSocketApi(resource: SamResource): readonly Made[] {
  const { id, properties } = resource;
  const routes = isMap(properties['Routes']) ? properties['Routes'] : {};
  if (Object.keys(routes).length === 0) throw refuseResource(id, 'WebSocket API must have at least one route.');
  const auth = authOf(resource, routes);
  const api = main(resource)(id, 'AWS::ApiGatewayV2::Api', {
    ...picked(properties, PASSED_ON), ProtocolType: 'WEBSOCKET', Name: isSet(properties['Name']) ? properties['Name'] : id,
  });
  const stageName = isSet(properties['StageName']) ? properties['StageName'] : DEFAULT_STAGE;
  if (stageName === '$default') throw refuseResource(id, 'Stages cannot be named $default for WebSocket APIs.');
  const suffix = stageName === DEFAULT_STAGE ? 'Default' : typeof stageName === 'string' ? stageName : '';
  const stage = stageOf(resource, stageName, `${id}${suffix}Stage`);
  const ofRoutes = Object.entries(routes).flatMap(([key, route]) => routeOf(resource, key, { route, auth }));
  return [api, stage, ...ofRoutes, ...authorizerOf(resource, auth), ...domainOf(resource, stage.id)];
}

/** The settings of who may connect, as far as they say it. */
interface Auth {
  readonly type: string;
  readonly settings: JsonMap;
}

function routeOf(
  resource: SamResource, key: string, { route, auth }: { readonly route: unknown; readonly auth: Auth | undefined },
): Made[] {
  const { id } = resource;
  const settings = expectMap(route, `Routes.${key}`, (reason) => refuseResource(id, reason));
  if (!isSet(settings['FunctionArn'])) throw refuseResource(id, 'Route must have associated function.');
  if (isSet(settings['RequestParameters']) && key !== CONNECT) throw refuseResource(id, 'Request parameters are only supported for the $connect route in WebSocket APIs.');
  const prefix = `${id}${nameOf(id, key)}`;
  const integration = `${prefix}Integration`;
  return [
    derived(resource)(`${prefix}Route`, 'AWS::ApiGatewayV2::Route', {
      ApiId: { Ref: id }, RouteKey: key, ...picked(settings, ROUTE_SETTINGS), Target: { 'Fn::Join': ['/', ['integrations', { Ref: integration }]] },
      ...(key === CONNECT && auth !== undefined ? { AuthorizationType: auth.type, ...(auth.type === 'CUSTOM' ? { AuthorizerId: { Ref: authorizerId(id) } } : {}) } : {}),
    }),
    derived(resource)(integration, 'AWS::ApiGatewayV2::Integration', {
      ApiId: { Ref: id }, IntegrationType: 'AWS_PROXY', IntegrationUri: invocationsOf(settings['FunctionArn']),
      ...(isSet(settings['IntegrationTimeout']) ? { TimeoutInMillis: settings['IntegrationTimeout'] } : {}),
    }),
  ];
}

/** `$connect` → `Connect`, `sendMessage` → `Sendmessage`, as the translator writes them. */
function nameOf(id: string, key: string): string {
  const plain = SERVICE_ROUTES.includes(key) ? key.slice(1) : key;
  if (plain === key && !isAlphanumeric(key)) {
    throw refuseResource(id, `Route key '${key}' must be alphanumeric. Only $connect, $disconnect, and $default special routes are supported.`);
  }
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1).toLowerCase()}`;
}

function invocationsOf(arn: unknown): JsonMap {
  return { 'Fn::Sub': ['arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${FunctionArn}/invocations', { FunctionArn: arn }] };
}

function authOf({ id, properties }: SamResource, routes: JsonMap): Auth | undefined {
  if (!isSet(properties['Auth'])) return undefined;
  const settings = expectMap(properties['Auth'], 'Auth', (reason) => refuseResource(id, reason));
  if (!Object.hasOwn(routes, CONNECT)) throw refuseResource(id, 'Authorization is only available if there is a $connect route.');
  const type = settings['AuthType'];
  if (!isSet(type)) throw refuseResource(id, 'AuthType must be specified for additional auth configurations.');
  const known = AUTH_TYPES.find((name) => typeof type === 'string' && name === type.toUpperCase());
  if (known === undefined) throw refuseResource(id, 'AuthType is not one of AWS_IAM, CUSTOM or NONE.');
  if (known === 'CUSTOM' && !isSet(settings['AuthArn'])) throw refuseResource(id, 'AuthArn must be specified if AuthType is CUSTOM.');
  if (known !== 'CUSTOM' && Object.keys(settings).length > 1) throw refuseResource(id, `No additional configurations supported for AuthType ${known}.`);
  return { type: known, settings };
}

function authorizerId(id: string): string {
  return `${id}ConnectAuthorizer`;
}

function authorizerOf(resource: SamResource, auth: Auth | undefined): Made[] {
  if (auth?.type !== 'CUSTOM') return [];
  const { id } = resource;
  return [derived(resource)(authorizerId(id), 'AWS::ApiGatewayV2::Authorizer', {
    ApiId: { Ref: id }, AuthorizerType: 'REQUEST', AuthorizerUri: invocationsOf(auth.settings['AuthArn']),
    Name: authorizerId(id), ...picked(auth.settings, ['Name', 'IdentitySource']),
  })];
}
