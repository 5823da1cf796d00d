import type { PropertyRules } from './check-properties';

/** The properties of SAM resources, in the order in which the translator checks them. */
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
  'AWS::Serverless::Application': {
    Location: 'text|map!', TemplateUrl: 'text', Parameters: 'map', NotificationARNs: 'list<text|map>', Tags: 'map', TimeoutInMinutes: 'integer',
  },
  'AWS::Serverless::CapacityProvider': {
    CapacityProviderName: 'text|map=', VpcConfig: 'map!=', OperatorRole: 'text|map=', Tags: 'map=', PropagateTags: 'truth=',
    InstanceRequirements: 'map=', ScalingConfig: 'map=', KmsKeyArn: 'text|map=',
  },
  'AWS::Serverless::Connector': {
    Source: 'map!', Destination: 'map|list<map>!', Permissions: 'list<text>!',
  },
  'AWS::Serverless::Function': {
    FunctionName: 'text|map', Handler: 'any', Runtime: 'any', CodeUri: 'any', ImageUri: 'any', PackageType: 'any', InlineCode: 'any',
    DeadLetterQueue: 'map', Description: 'any', MemorySize: 'any', Timeout: 'any', VpcConfig: 'any', Role: 'text',
    AssumeRolePolicyDocument: 'map', Policies: 'text|map|list<text|map>', RolePath: 'any', PermissionsBoundary: 'text', Environment: 'map<map>',
    Events: 'map<map>', Tags: 'map', PropagateTags: 'truth', Tracing: 'text|map', KmsKeyArn: 'any', DeploymentPreference: 'map',
    ReservedConcurrentExecutions: 'any', Layers: 'list<text|map>', EventInvokeConfig: 'map', EphemeralStorage: 'any',
    AutoPublishAlias: 'text', AutoPublishCodeSha256: 'text', AutoPublishAliasAllProperties: 'truth=', VersionDescription: 'any',
    ProvisionedConcurrencyConfig: 'any', FileSystemConfigs: 'any', ImageConfig: 'any', CodeSigningConfigArn: 'any', Architectures: 'any',
    SnapStart: 'map', FunctionUrlConfig: 'map', RuntimeManagementConfig: 'any', LoggingConfig: 'any', RecursiveLoop: 'any',
    SourceKMSKeyArn: 'any', CapacityProviderConfig: 'map', FunctionScalingConfig: 'map', VersionDeletionPolicy: 'any',
    PublishToLatestPublished: 'any', TenancyConfig: 'any', DurableConfig: 'map',
  },
  'AWS::Serverless::GraphQLApi': {
    Name: 'any', Tags: 'map=', XrayEnabled: 'any', Auth: 'map!=', SchemaInline: 'text=', SchemaUri: 'text=', Logging: 'truth|map=',
    DataSources: 'map=', Functions: 'map=', Resolvers: 'map=', ApiKeys: 'map=', DomainName: 'map=', Cache: 'map=', Visibility: 'any',
    OwnerContact: 'any', IntrospectionConfig: 'any', QueryDepthLimit: 'any', ResolverCountLimit: 'any',
  },
  'AWS::Serverless::HttpApi': {
    __MANAGE_SWAGGER: 'truth', Name: 'any', StageName: 'text|map', Tags: 'map', PropagateTags: 'truth', DefinitionBody: 'map',
    DefinitionUri: 'text|map', StageVariables: 'map', CorsConfiguration: 'truth|map', AccessLogSettings: 'map', DefaultRouteSettings: 'map',
    Auth: 'map', RouteSettings: 'map', Domain: 'map', FailOnWarnings: 'truth', Description: 'text', DisableExecuteApiEndpoint: 'truth',
  },
  'AWS::Serverless::LayerVersion': {
    LayerName: 'text|map', Description: 'text', PublishLambdaVersion: 'truth', ContentUri: 'text|map!',
    CompatibleArchitectures: 'list<text|map>', CompatibleRuntimes: 'list<text|map>', LicenseInfo: 'text', RetentionPolicy: 'text',
  },
  'AWS::Serverless::SimpleTable': {
    PointInTimeRecoverySpecification: 'any', PrimaryKey: 'map<text>', ProvisionedThroughput: 'map<integer|map>', TableName: 'text|map',
    Tags: 'map', SSESpecification: 'map',
  },
  'AWS::Serverless::StateMachine': {
    Definition: 'map', DefinitionUri: 'text|map', Logging: 'map', Role: 'text', RolePath: 'any', DefinitionSubstitutions: 'map',
    Events: 'map<map>', Name: 'text', Type: 'text', Tags: 'map', PropagateTags: 'truth', Policies: 'text|list<text|map>', Tracing: 'map',
    PermissionsBoundary: 'text', AutoPublishAlias: 'any', DeploymentPreference: 'any', UseAliasAsEventTarget: 'truth=',
  },
  'AWS::Serverless::WebSocketApi': {
    ApiKeySelectionExpression: 'text', AccessLogSettings: 'map', Auth: 'map', DefaultRouteSettings: 'map', Description: 'text',
    DisableExecuteApiEndpoint: 'truth', Domain: 'map', DisableSchemaValidation: 'truth', FailOnWarnings: 'truth', IpAddressType: 'text',
    Name: 'text', PropagateTags: 'truth', Routes: 'map!', RouteSettings: 'map', RouteSelectionExpression: 'text!', StageName: 'text|map',
    StageVariables: 'map', Tags: 'map',
  },
};
