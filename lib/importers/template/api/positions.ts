import { loss, type Issue } from '../../../errors';
import { CARRIED, NOTED, positionIn, positionIssues, REFUSED, type Position } from '../../positions';
import { isMembers, itemsOf, type Members } from '../../value';
import { isLoop } from '../for-each';
import type { Resource } from '../stack';

const ACCESS_LOG = CARRIED('DestinationArn', 'Format');
const CANARY = CARRIED('PercentTraffic', 'StageVariableOverrides', 'UseStageCache');
const SETTINGS = CARRIED('CacheDataEncrypted', 'CacheTtlInSeconds', 'CachingEnabled', 'DataTraceEnabled', 'LoggingLevel', 'MetricsEnabled', 'ThrottlingBurstLimit', 'ThrottlingRateLimit');
const METHOD_SETTINGS = { ...CARRIED('HttpMethod', 'ResourcePath'), ...SETTINGS };
// logging levels are of WebSocket APIs
const ROUTE_SETTINGS = { ...CARRIED('DetailedMetricsEnabled', 'ThrottlingBurstLimit', 'ThrottlingRateLimit'), ...NOTED('DataTraceEnabled', 'LoggingLevel') };
const LIMITS = CARRIED('BurstLimit', 'RateLimit');

/** Members by property, of which some have no effect here; lists are entered, and `*` is any member of a map. */
type NestedPositionsOfType = Readonly<Record<string, Readonly<Record<string, 'carried' | 'noted'>>>>;
type NestedPositions = Readonly<Record<string, NestedPositionsOfType>>;

/** Members by type and property. */
export const NESTED_POSITIONS: NestedPositions = {
  'AWS::ApiGateway::RestApi': {
    BodyS3Location: { ...CARRIED('Bucket', 'Key'), ...NOTED('ETag', 'Version') },
    EndpointConfiguration: { ...CARRIED('Types'), ...NOTED('IpAddressType', 'VpcEndpointIds') },
    Parameters: { ...CARRIED('basePath', 'basepath', 'endpointConfigurationTypes'), ...NOTED('ignore') },
  },
  'AWS::ApiGateway::Method': {
    Integration: {
      ...CARRIED(
        'CacheKeyParameters', 'CacheNamespace', 'ConnectionId', 'ConnectionType', 'ContentHandling', 'Credentials', 'IntegrationHttpMethod', 'IntegrationResponses', 'PassthroughBehavior',
        'RequestParameters', 'RequestTemplates', 'ResponseTransferMode', 'TimeoutInMillis', 'Type', 'Uri',
      ),
      ...NOTED('IntegrationTarget'),
    },
    'Integration.IntegrationResponses': CARRIED('ContentHandling', 'ResponseParameters', 'ResponseTemplates', 'SelectionPattern', 'StatusCode'),
    MethodResponses: CARRIED('ResponseModels', 'ResponseParameters', 'StatusCode'),
  },
  'AWS::ApiGateway::Stage': {
    AccessLogSetting: ACCESS_LOG,
    CanarySetting: { ...CANARY, ...NOTED('DeploymentId') },
    MethodSettings: METHOD_SETTINGS,
  },
  'AWS::ApiGateway::Deployment': {
    DeploymentCanarySettings: CANARY,
    StageDescription: {
      ...CARRIED('AccessLogSetting', 'CacheClusterEnabled', 'CacheClusterSize', 'CanarySetting', 'Description', 'MethodSettings', 'Variables'), ...SETTINGS,
      ...NOTED('ClientCertificateId', 'DocumentationVersion', 'Tags', 'TracingEnabled'),
    },
    'StageDescription.AccessLogSetting': ACCESS_LOG,
    'StageDescription.CanarySetting': CANARY,
    'StageDescription.MethodSettings': METHOD_SETTINGS,
  },
  'AWS::ApiGatewayV2::Api': {
    BodyS3Location: { ...CARRIED('Bucket', 'Key'), ...NOTED('Etag', 'Version') },
    CorsConfiguration: CARRIED('AllowCredentials', 'AllowHeaders', 'AllowMethods', 'AllowOrigins', 'ExposeHeaders', 'MaxAge'),
  },
  'AWS::ApiGatewayV2::ApiGatewayManagedOverrides': {
    Integration: { ...CARRIED('IntegrationMethod', 'PayloadFormatVersion', 'TimeoutInMillis'), ...NOTED('Description') },
    Route: CARRIED('AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'OperationName', 'Target'),
    Stage: { ...CARRIED('AccessLogSettings', 'DefaultRouteSettings', 'Description', 'RouteSettings', 'StageVariables'), ...NOTED('AutoDeploy') },
    'Stage.AccessLogSettings': ACCESS_LOG,
    'Stage.DefaultRouteSettings': ROUTE_SETTINGS,
    'Stage.RouteSettings.*': ROUTE_SETTINGS,
  },
  'AWS::ApiGatewayV2::Integration': { TlsConfig: CARRIED('ServerNameToVerify') },
  'AWS::ApiGatewayV2::Authorizer': { JwtConfiguration: CARRIED('Audience', 'Issuer') },
  'AWS::ApiGatewayV2::Stage': { AccessLogSettings: ACCESS_LOG, DefaultRouteSettings: ROUTE_SETTINGS, 'RouteSettings.*': ROUTE_SETTINGS },
  'AWS::Lambda::Url': { Cors: CARRIED('AllowCredentials', 'AllowHeaders', 'AllowMethods', 'AllowOrigins', 'ExposeHeaders', 'MaxAge') },
  'AWS::ApiGateway::UsagePlan': {
    ApiStages: CARRIED('ApiId', 'Stage', 'Throttle'),
    'ApiStages.Throttle.*': LIMITS,
    Quota: CARRIED('Limit', 'Offset', 'Period'),
    Throttle: LIMITS,
  },
};

/** Positions of properties by the type of their resource. */
export type Positions = Readonly<Record<string, Readonly<Record<string, Position>>>>;

/** The properties of every resource type that an API is made of. */
export const POSITIONS: Positions = {
  'AWS::ApiGateway::RestApi': {
    ...CARRIED('ApiKeySourceType', 'BinaryMediaTypes', 'Body', 'BodyS3Location', 'Description', 'EndpointConfiguration', 'MinimumCompressionSize', 'Name', 'Policy', 'FailOnWarnings', 'Parameters'),
    ...NOTED('Mode', 'Tags', 'DisableExecuteApiEndpoint', 'SecurityPolicy', 'EndpointAccessMode'),
    ...REFUSED({ CloneFrom: 'the API that it is a copy of is in AWS' }),
  },
  'AWS::ApiGateway::Resource': CARRIED('ParentId', 'PathPart', 'RestApiId'),
  'AWS::ApiGateway::Method': CARRIED('ApiKeyRequired', 'AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'HttpMethod', 'Integration', 'MethodResponses', 'OperationName', 'RequestModels', 'RequestParameters', 'RequestValidatorId', 'ResourceId', 'RestApiId'),
  'AWS::ApiGateway::Model': CARRIED('ContentType', 'Description', 'Name', 'RestApiId', 'Schema'),
  'AWS::ApiGateway::RequestValidator': CARRIED('Name', 'RestApiId', 'ValidateRequestBody', 'ValidateRequestParameters'),
  'AWS::ApiGateway::Authorizer': {
    ...CARRIED('AuthorizerResultTtlInSeconds', 'AuthorizerUri', 'IdentitySource', 'IdentityValidationExpression', 'Name', 'ProviderARNs', 'RestApiId', 'Type'),
    ...NOTED('AuthType', 'AuthorizerCredentials'),
  },
  'AWS::ApiGateway::GatewayResponse': CARRIED('ResponseParameters', 'ResponseTemplates', 'ResponseType', 'RestApiId', 'StatusCode'),
  'AWS::ApiGateway::Stage': {
    ...CARRIED('AccessLogSetting', 'CacheClusterEnabled', 'CacheClusterSize', 'CanarySetting', 'Description', 'MethodSettings', 'RestApiId', 'StageName', 'Variables'),
    ...NOTED('ClientCertificateId', 'DeploymentId', 'DocumentationVersion', 'Tags', 'TracingEnabled'),
  },
  'AWS::ApiGateway::Deployment': { ...CARRIED('DeploymentCanarySettings', 'RestApiId', 'StageDescription', 'StageName'), ...NOTED('Description') },
  'AWS::ApiGateway::UsagePlan': { ...CARRIED('ApiStages', 'Description', 'Quota', 'Throttle', 'UsagePlanName'), ...NOTED('Tags') },
  'AWS::ApiGateway::UsagePlanKey': { ...CARRIED('KeyId', 'UsagePlanId'), ...NOTED('KeyType') },
  'AWS::ApiGateway::ApiKey': { ...CARRIED('Description', 'Enabled', 'Name', 'Value'), ...NOTED('CustomerId', 'GenerateDistinctId', 'StageKeys', 'Tags') },
  'AWS::ApiGateway::Account': NOTED('CloudWatchRoleArn'),
  'AWS::ApiGateway::DocumentationPart': CARRIED('Location', 'Properties', 'RestApiId'),
  'AWS::ApiGateway::DocumentationVersion': NOTED('Description', 'DocumentationVersion', 'RestApiId'),
  'AWS::ApiGateway::DomainName': {
    ...NOTED('CertificateArn', 'DomainName', 'EndpointConfiguration', 'EndpointAccessMode', 'OwnershipVerificationCertificateArn', 'RegionalCertificateArn', 'RoutingMode', 'SecurityPolicy', 'Tags'),
    ...REFUSED({ MutualTlsAuthentication: 'clients are not asked for certificates here' }),
  },
  'AWS::ApiGateway::BasePathMapping': NOTED('BasePath', 'DomainName', 'Id', 'RestApiId', 'Stage'),
  'AWS::ApiGatewayV2::Api': {
    ...CARRIED('BasePath', 'Body', 'BodyS3Location', 'CorsConfiguration', 'CredentialsArn', 'Description', 'FailOnWarnings', 'Name', 'ProtocolType', 'RouteKey', 'Target'),
    ...NOTED('ApiKeySelectionExpression', 'DisableExecuteApiEndpoint', 'DisableSchemaValidation', 'IpAddressType', 'RouteSelectionExpression', 'Tags', 'Version'),
  },
  'AWS::ApiGatewayV2::ApiGatewayManagedOverrides': CARRIED('ApiId', 'Integration', 'Route', 'Stage'),
  'AWS::ApiGatewayV2::Route': {
    ...CARRIED('ApiId', 'ApiKeyRequired', 'AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'OperationName', 'RequestModels', 'RequestParameters', 'RouteKey', 'Target'),
    ...NOTED('ModelSelectionExpression', 'RouteResponseSelectionExpression'),
  },
  'AWS::ApiGatewayV2::Integration': {
    ...CARRIED(
      'ApiId', 'ConnectionId', 'ConnectionType', 'CredentialsArn', 'IntegrationMethod', 'IntegrationSubtype', 'IntegrationType', 'IntegrationUri', 'PayloadFormatVersion', 'RequestParameters', 'ResponseParameters',
      'TimeoutInMillis', 'TlsConfig',
    ),
    ...NOTED('ContentHandlingStrategy', 'Description', 'PassthroughBehavior', 'RequestTemplates', 'TemplateSelectionExpression'),
  },
  'AWS::ApiGatewayV2::Stage': {
    ...CARRIED('AccessLogSettings', 'ApiId', 'DefaultRouteSettings', 'Description', 'RouteSettings', 'StageName', 'StageVariables'),
    ...NOTED('AccessPolicyId', 'AutoDeploy', 'ClientCertificateId', 'DeploymentId', 'Tags'),
  },
  'AWS::ApiGatewayV2::Deployment': NOTED('ApiId', 'Description', 'StageName'),
  'AWS::ApiGatewayV2::Authorizer': {
    ...CARRIED(
      'ApiId', 'AuthorizerPayloadFormatVersion', 'AuthorizerResultTtlInSeconds', 'AuthorizerType', 'AuthorizerUri', 'EnableSimpleResponses', 'IdentitySource', 'JwtConfiguration', 'Name',
    ),
    ...NOTED('AuthorizerCredentialsArn', 'IdentityValidationExpression'),
  },
  'AWS::ApiGatewayV2::DomainName': {
    ...NOTED('DomainName', 'DomainNameConfigurations', 'RoutingMode', 'Tags'), ...REFUSED({ MutualTlsAuthentication: 'clients are not asked for certificates here' }),
  },
  'AWS::ApiGatewayV2::VpcLink': NOTED('Name', 'SecurityGroupIds', 'SubnetIds', 'Tags'),
  // of WebSocket APIs; an HTTP API is not changed by them
  'AWS::ApiGatewayV2::Model': NOTED('ApiId', 'ContentType', 'Description', 'Name', 'Schema'),
  'AWS::ApiGatewayV2::RouteResponse': NOTED('ApiId', 'ModelSelectionExpression', 'ResponseModels', 'ResponseParameters', 'RouteId', 'RouteResponseKey'),
  'AWS::ApiGatewayV2::IntegrationResponse': NOTED(
    'ApiId', 'ContentHandlingStrategy', 'IntegrationId', 'IntegrationResponseKey', 'ResponseParameters', 'ResponseTemplates', 'TemplateSelectionExpression',
  ),
  'AWS::ApiGatewayV2::ApiMapping': NOTED('ApiId', 'ApiMappingKey', 'DomainName', 'Stage'),
  'AWS::ApiGatewayV2::RoutingRule': NOTED('Actions', 'Conditions', 'DomainNameArn', 'Priority'),
  'AWS::ApiGateway::DomainNameV2': NOTED('CertificateArn', 'DomainName', 'EndpointAccessMode', 'EndpointConfiguration', 'Policy', 'RoutingMode', 'SecurityPolicy', 'Tags'),
  'AWS::ApiGateway::BasePathMappingV2': NOTED('BasePath', 'DomainNameArn', 'RestApiId', 'Stage'),
  'AWS::ApiGateway::DomainNameAccessAssociation': NOTED('AccessAssociationSource', 'AccessAssociationSourceType', 'DomainNameArn', 'Tags'),
  'AWS::ApiGateway::VpcLink': NOTED('Description', 'Name', 'Tags', 'TargetArns'),
  'AWS::ApiGateway::ClientCertificate': NOTED('Description', 'Tags'),
  'AWS::Lambda::Function': {
    ...CARRIED('Architectures', 'Code', 'Description', 'Environment', 'FunctionName', 'Handler', 'ImageConfig', 'Layers', 'LoggingConfig', 'MemorySize', 'PackageType', 'ReservedConcurrentExecutions', 'Runtime', 'Timeout'),
    ...NOTED(
      'CapacityProviderConfig', 'CodeSigningConfigArn', 'DeadLetterConfig', 'DurableConfig', 'EphemeralStorage', 'FileSystemConfigs', 'FunctionScalingConfig', 'KmsKeyArn', 'PublishToLatestPublished',
      'RecursiveLoop', 'Role', 'RuntimeManagementConfig', 'SnapStart', 'Tags', 'TenancyConfig', 'TracingConfig', 'VpcConfig',
    ),
  },
  'AWS::Lambda::Url': { ...CARRIED('AuthType', 'Cors', 'InvokeMode', 'TargetFunctionArn'), ...NOTED('Qualifier') },
  'AWS::Lambda::Version': NOTED('CodeSha256', 'Description', 'FunctionName', 'FunctionScalingConfig', 'ProvisionedConcurrencyConfig', 'RuntimePolicy'),
  'AWS::Lambda::Alias': { ...NOTED('Description', 'FunctionName', 'FunctionVersion', 'Name', 'ProvisionedConcurrencyConfig'), ...REFUSED({ RoutingConfig: 'every alias runs the code that is here' }) },
  'AWS::Lambda::LayerVersion': { ...CARRIED('Content'), ...NOTED('CompatibleArchitectures', 'CompatibleRuntimes', 'Description', 'LayerName', 'LicenseInfo') },
  'AWS::Lambda::Permission': NOTED('Action', 'EventSourceToken', 'FunctionName', 'FunctionUrlAuthType', 'InvokedViaFunctionUrl', 'Principal', 'PrincipalOrgID', 'SourceAccount', 'SourceArn'),
};

/** The positions of properties and of the members of these. */
export interface PositionTables {
  readonly properties: Positions;
  readonly nested: NestedPositions;
}

const ALL: PositionTables = { properties: POSITIONS, nested: NESTED_POSITIONS };

/** Returns issues about properties that are not carried or not known. Functions have none: they are read only if an API calls them. */
export function propertyIssues(resource: Resource, tables = ALL): Issue[] {
  const { type, logicalId, written } = resource;
  const positions = tables.properties[type];
  if (positions === undefined) return /^AWS::ApiGateway(V2)?::/.test(type) ? [loss('IMPORT_PART_REFUSED', logicalId, { what: type, reason: 'this type of resource is not known' })] : [];
  const names = Object.keys(written).filter((name) => name !== 'Fn::Transform' && !isLoop(name));
  const nested = nestedNames(tables.nested[type], resource.stack.properties(resource));
  return positionIssues([...names.map((name) => [name, positionIn(positions, name)] as const), ...nested], logicalId, type);
}

/** Members of properties by their paths. @param properties - evaluated, because a condition may choose the members */
function nestedNames(ofType: NestedPositionsOfType | undefined, properties: Members): ReadonlyMap<string, Position | undefined> {
  return new Map(Object.entries(ofType ?? {}).flatMap(([path, positions]) => (
    valuesAt(properties, path.split('.')).flatMap(givenNames).map((name) => [`${path}.${name}`, positionIn(positions, name)] as const)
  )));
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [...itemsOf(value)];
  return itemsOf(value).filter(isMembers).flatMap((item) => {
    const members = name === '*' ? Object.values(item) : Object.hasOwn(item, name) ? [item[name]] : [];
    return members.flatMap((member) => valuesAt(member, rest));
  });
}

function givenNames(value: unknown): string[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).filter(([, member]) => member !== undefined && member !== null).map(([name]) => name);
}
