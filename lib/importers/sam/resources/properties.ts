import { FUNCTION_GLOBALS } from '../globals';
import type { PropertyRules } from './check-properties';

const FUNCTION: PropertyRules = {
  ...Object.fromEntries([
    ...FUNCTION_GLOBALS, 'AutoPublishCodeSha256', 'FunctionName', 'ImageConfig', 'ImageUri', 'InlineCode', 'PackageType', 'Policies', 'Role', 'VersionDescription',
  ].map((name) => [name, 'any'])),
  Environment: 'map<map>', Events: 'map<map>', Layers: 'list',
};

/** The properties of resources that APIs are made of. A misspelled one may be what protects a method. */
export const RESOURCE_PROPERTIES: Readonly<Record<string, PropertyRules>> = {
  'AWS::Serverless::Api': {
    __MANAGE_SWAGGER: 'truth', Name: 'text|map', StageName: 'text|map!', Tags: 'map', PropagateTags: 'truth', DefinitionBody: 'map',
    DefinitionUri: 'text|map', MergeDefinitions: 'truth=', CacheClusterEnabled: 'truth', CacheClusterSize: 'text', Variables: 'map',
    EndpointConfiguration: 'text|map', MethodSettings: 'list', BinaryMediaTypes: 'list', MinimumCompressionSize: 'integer', Cors: 'text|map',
    Auth: 'map', GatewayResponses: 'map', AccessLogSetting: 'map', CanarySetting: 'map', TracingEnabled: 'truth',
    OpenApiVersion: 'text', Models: 'map', Domain: 'map', FailOnWarnings: 'truth', Description: 'text', Mode: 'text',
    DisableExecuteApiEndpoint: 'truth', ApiKeySourceType: 'text', AlwaysDeploy: 'truth=', Policy: 'text|map', SecurityPolicy: 'text',
    EndpointAccessMode: 'text',
  },
  'AWS::Serverless::HttpApi': {
    __MANAGE_SWAGGER: 'truth', Name: 'any', Description: 'text', DefinitionBody: 'map', DefinitionUri: 'text|map', StageName: 'text|map', StageVariables: 'map',
    Tags: 'map', PropagateTags: 'truth', CorsConfiguration: 'any', AccessLogSettings: 'map', DefaultRouteSettings: 'map', RouteSettings: 'map', Auth: 'map',
    Domain: 'map', FailOnWarnings: 'truth', DisableExecuteApiEndpoint: 'truth',
  },
  'AWS::Serverless::WebSocketApi': {
    Name: 'any', Description: 'text', Routes: 'map!', RouteSelectionExpression: 'text!', ApiKeySelectionExpression: 'text', StageName: 'text|map', StageVariables: 'map',
    AccessLogSettings: 'map', Auth: 'map', DefaultRouteSettings: 'map', RouteSettings: 'map', DisableExecuteApiEndpoint: 'truth', DisableSchemaValidation: 'truth', Domain: 'map',
    IpAddressType: 'any', PropagateTags: 'truth', Tags: 'map',
  },
  'AWS::Serverless::Function': FUNCTION,
};

const EVENT: PropertyRules = { Path: 'text!', Method: 'text!', RestApiId: 'text!', Stage: 'text', Auth: 'map' };

/** The properties of `Api` events, by the type of the resource that declares them. */
export const API_EVENT_PROPERTIES = {
  'AWS::Serverless::Function': { ...EVENT, RequestModel: 'map', RequestParameters: 'list', TimeoutInMillis: 'integer', ResponseTransferMode: 'text' },
  'AWS::Serverless::StateMachine': { ...EVENT, UnescapeMappingTemplate: 'truth=' },
} as const satisfies Readonly<Record<string, PropertyRules>>;

/** The properties of `HttpApi` events. */
export const HTTP_API_EVENT_PROPERTIES: PropertyRules = {
  Path: 'text', Method: 'text', ApiId: 'text!', Stage: 'text', Auth: 'map', TimeoutInMillis: 'integer', RouteSettings: 'map', PayloadFormatVersion: 'any',
};
