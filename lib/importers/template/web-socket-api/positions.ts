import { CARRIED, NOTED, REFUSED } from '../../positions';
import { textOf } from '../../value';
import { NESTED_POSITIONS, POSITIONS, type PositionTables } from '../api/positions';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

const NOT_HERE = 'WebSocket APIs do not have it';
const ROUTE_SETTINGS = CARRIED('DataTraceEnabled', 'DetailedMetricsEnabled', 'LoggingLevel', 'ThrottlingBurstLimit', 'ThrottlingRateLimit');
const STAGE = 'AWS::ApiGatewayV2::Stage';

/** The properties of the resources of WebSocket APIs, where they are treated in another way than those of HTTP APIs. */
export const WEB_SOCKET_POSITIONS: PositionTables = {
  properties: {
    ...POSITIONS,
    'AWS::ApiGatewayV2::Api': {
      ...CARRIED('ApiKeySelectionExpression', 'Body', 'BodyS3Location', 'Description', 'Name', 'ProtocolType', 'RouteSelectionExpression'),
      ...NOTED('DisableExecuteApiEndpoint', 'DisableSchemaValidation', 'IpAddressType', 'Tags', 'Version'),
      ...REFUSED({
        BasePath: NOT_HERE, CorsConfiguration: NOT_HERE, CredentialsArn: NOT_HERE,
        FailOnWarnings: NOT_HERE, RouteKey: NOT_HERE, Target: NOT_HERE,
      }),
    },
    'AWS::ApiGatewayV2::Route': {
      ...CARRIED(
        'ApiId', 'ApiKeyRequired', 'AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'ModelSelectionExpression', 'OperationName', 'RequestModels', 'RequestParameters',
        'RouteKey', 'Target',
      ),
      ...NOTED('RouteResponseSelectionExpression'),
    },
    'AWS::ApiGatewayV2::Integration': {
      ...CARRIED(
        'ApiId', 'ConnectionId', 'ConnectionType', 'ContentHandlingStrategy', 'CredentialsArn', 'IntegrationMethod', 'IntegrationSubtype', 'IntegrationType', 'IntegrationUri', 'PassthroughBehavior',
        'PayloadFormatVersion', 'RequestParameters', 'RequestTemplates', 'TemplateSelectionExpression', 'TimeoutInMillis',
      ),
      ...NOTED('Description', 'TlsConfig'),
      ...REFUSED({ ResponseParameters: NOT_HERE }),
    },
    'AWS::ApiGatewayV2::IntegrationResponse': {
      ...CARRIED('ApiId', 'ContentHandlingStrategy', 'IntegrationId', 'IntegrationResponseKey', 'ResponseTemplates', 'TemplateSelectionExpression'),
      ...REFUSED({ ResponseParameters: 'clients get the answer without headers' }),
    },
    'AWS::ApiGatewayV2::RouteResponse': { ...CARRIED('ApiId', 'RouteId', 'RouteResponseKey'), ...NOTED('ModelSelectionExpression', 'ResponseModels', 'ResponseParameters') },
    'AWS::ApiGatewayV2::Model': CARRIED('ApiId', 'ContentType', 'Description', 'Name', 'Schema'),
    'AWS::ApiGatewayV2::Authorizer': {
      ...CARRIED('ApiId', 'AuthorizerType', 'AuthorizerUri', 'IdentitySource', 'Name'),
      ...NOTED('AuthorizerCredentialsArn', 'AuthorizerPayloadFormatVersion', 'AuthorizerResultTtlInSeconds', 'EnableSimpleResponses', 'IdentityValidationExpression', 'JwtConfiguration'),
    },
  },
  nested: { ...NESTED_POSITIONS, [STAGE]: { ...NESTED_POSITIONS[STAGE], 'DefaultRouteSettings': ROUTE_SETTINGS, 'RouteSettings.*': ROUTE_SETTINGS } },
};

/** Whether a resource is a WebSocket API; the same type declares HTTP APIs. */
export function isWebSocketApi(resource: Resource): boolean {
  return resource.type === 'AWS::ApiGatewayV2::Api' && textOf(resource.stack.properties(resource).ProtocolType)?.toUpperCase() === 'WEBSOCKET';
}

/** WebSocket APIs and the resources that belong to them: some of their properties mean nothing to an HTTP API. */
export function webSocketParts(resources: readonly Resource[]): ReadonlySet<Resource> {
  const apis = resources.filter(isWebSocketApi);
  const ids = new Set(apis.map(({ stack, logicalId }) => idOf(stack.source.name, logicalId)));
  const isPart = (resource: Resource): boolean => resource.type.startsWith('AWS::ApiGatewayV2::') && ids.has(textOf(resource.stack.properties(resource).ApiId) ?? '');
  return new Set([...apis, ...(ids.size === 0 ? [] : resources.filter(isPart))]);
}
