import { loss, warning, type Issue } from '../../../errors';
import { isLoop } from '../for-each';
import type { Resource } from '../stack';
import { NESTED_POSITIONS, nestedNames, type NestedPositions } from './nested-positions';

/**
 * The treatment of a property: `carried` into the spec; `noted`, because it has no effect here; or `refused`, with the reason.
 * A property of a type below that has no position is reported: it may be a misspelled one, or a new one of AWS.
 */
export type Position = 'carried' | 'noted' | { readonly refused: string };

export const CARRIED = (...names: string[]): Record<string, Position> => Object.fromEntries(names.map((name) => [name, 'carried']));
export const NOTED = (...names: string[]): Record<string, Position> => Object.fromEntries(names.map((name) => [name, 'noted']));
export const REFUSED = (members: Readonly<Record<string, string>>): Record<string, Position> =>
  Object.fromEntries(Object.entries(members).map(([name, refused]) => [name, { refused }]));

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
  const positionOf = (name: string): Position | undefined => (Object.hasOwn(positions, name) ? positions[name] : undefined);
  const nested = nestedNames(tables.nested[type], resource.stack.properties(resource));
  const noted = [...names.filter((name) => positionOf(name) === 'noted'), ...nested.noted];
  return [
    ...names.flatMap((name) => {
      const position = positionOf(name);
      if (position === undefined) return [warning('IMPORT_PROPERTY_UNKNOWN', logicalId, { name, type })];
      return typeof position === 'string' ? [] : [loss('IMPORT_PART_REFUSED', logicalId, { what: name, reason: position.refused })];
    }),
    ...nested.unknown.map((name) => warning('IMPORT_PROPERTY_UNKNOWN', logicalId, { name, type })),
    ...(noted.length === 0 ? [] : [warning('IMPORT_PROPERTY_NOTED', logicalId, { names: noted.join(', ') })]),
  ];
}
