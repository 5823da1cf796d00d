import { NESTED_POSITIONS } from '../api/nested-positions';
import { CARRIED, NOTED, POSITIONS, REFUSED, type PositionTables } from '../api/positions';

const NOT_HERE = 'WebSocket APIs do not have it';
const ROUTE_SETTINGS = {
  DataTraceEnabled: 'carried', DetailedMetricsEnabled: 'carried', LoggingLevel: 'carried', ThrottlingBurstLimit: 'carried', ThrottlingRateLimit: 'carried',
} as const;
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
