// Generated from the public types by scripts/props.mjs; the build keeps it current.
import type { EnumTable, ObjectTable, StructTable } from './tables';

export const STRUCTS = {
  'AddApiKeyOptions': { members: { 'overrideLogicalId?': 'string' } },
  'AddRoutesOptions': {
    members: {
      'path': 'string', 'methods?': 'HttpMethod[]', 'integration': 'HttpRouteIntegration', 'authorizer?': 'IHttpRouteAuthorizer', 'authorizationScopes?': 'string[]',
    },
  },
  'AddStageOptions': { extends: ['StageSettingOptions'], members: { 'deployment?': 'IDeployment', 'variables?': '{string}', 'description?': 'string' } },
  'ApiKeyOptions': { members: { 'apiKeyName?': 'string', 'description?': 'string', 'value?': 'string', 'enabled?': 'boolean' } },
  'ApiProps': {
    extends: ['ResourceOptions', 'CompressionOptions'],
    members: {
      'apiName?': 'string', 'apiId?': 'string', 'description?': 'string', 'endpointType?': 'EndpointType', 'apiKeySourceType?': 'ApiKeySourceType', 'binaryMediaTypes?': 'string[]',
      'quotas?': 'ApiQuotas', 'policy?': 'any', 'jsonBodyValidation?': 'JsonBodyValidation', 'vendor?': 'VendorNames', 'corsOnGatewayErrors?': 'boolean', 'deploy?': 'boolean',
      'deployOptions?': 'StageOptions',
    },
  },
  'ApiQuotas': { members: { 'resources?': 'number', 'stages?': 'number', 'authorizers?': 'number' } },
  'AppProps': { members: { 'outdir?': 'string', 'context?': '{any}', 'openApi?': 'OpenApiOptions[]' } },
  'BackendOptions': { extends: ['CacheKeyOptions'], members: { 'timeout?': 'IDuration', 'credentials?': 'string' } },
  'BundlingOptions': {
    members: {
      'minify?': 'boolean', 'sourceMap?': 'boolean', 'externalModules?': 'string[]', 'define?': '{string}', '_esbuild?': 'any', '_layers?': 'string[]',
    },
  },
  'CacheKeyOptions': { members: { 'cacheKeyParameters?': 'string[]', 'cacheNamespace?': 'string' } },
  'CanaryOptions': { members: { 'percentTraffic': 'number', 'deployment?': 'IDeployment', 'stageVariableOverrides?': '{string}', 'useStageCache?': 'boolean' } },
  'CognitoUserPoolsAuthorizerProps': { members: { 'authorizerName?': 'string', 'cognitoUserPools': 'IUserPool[]', 'identitySource?': 'string', 'resultsCacheTtl?': 'IDuration' } },
  'CompressionOptions': { members: { 'minCompressionSize?': 'ISize', 'minimumCompressionSize?': 'number' } },
  'CorsOptions': {
    members: {
      'allowOrigins?': 'string[]', 'allowHeaders?': 'string[]', 'allowMethods?': 'string[]', 'allowCredentials?': 'boolean', 'maxAge?': 'IDuration', 'disableCache?': 'boolean',
      'exposeHeaders?': 'string[]', 'statusCode?': 'number',
    },
  },
  'CorsPreflightOptions': {
    members: {
      'allowCredentials?': 'boolean', 'allowHeaders?': 'string[]', 'allowMethods?': 'CorsHttpMethod[]', 'allowOrigins?': 'string[]', 'exposeHeaders?': 'string[]',
      'maxAge?': 'IDuration',
    },
  },
  'DeadLetterOptions': { members: { 'retryAttempts?': 'number' } },
  'DeploymentProps': { members: { 'api': 'IApi', 'description?': 'string' } },
  'DestinationTarget': { members: { 'destination': 'string' } },
  'DomainMappingOptions': { members: { 'domainName': 'IDomainName', 'mappingKey?': 'string' } },
  'FunctionAuthorizerProps': { members: { 'authorizerName?': 'string', 'handler': 'IFunctionTarget', 'resultsCacheTtl?': 'IDuration' } },
  'FunctionProps': {
    members: {
      'entry?': 'string', 'code?': 'string', 'handler?': 'string', 'functionName?': 'string', 'description?': 'string', 'memorySize?': 'number', 'timeout?': 'IDuration',
      'environment?': '{string}', 'deadLetter?': 'DeadLetterOptions', 'onFailure?': 'Destination', 'concurrency?': 'number', 'maxInstances?': 'number',
      'bundling?': 'BundlingOptions', '_external?': 'string', '_unavailable?': 'string', '_named?': 'foreign object IConstruct', '_runtime?': 'any', '_architecture?': 'any',
      '_logging?': 'any',
    },
  },
  'GatewayResponseOptions': { members: { 'type': 'ResponseType', 'statusCode?': 'string', 'responseHeaders?': '{string}', 'templates?': '{string}' } },
  'HttpApiProps': {
    members: {
      'apiName?': 'string', 'apiId?': 'string', 'description?': 'string', 'defaultIntegration?': 'HttpRouteIntegration', 'createDefaultStage?': 'boolean',
      'defaultDomainMapping?': 'DomainMappingOptions', 'corsPreflight?': 'CorsPreflightOptions', 'defaultAuthorizer?': 'IHttpRouteAuthorizer',
      'defaultAuthorizationScopes?': 'string[]', 'quotas?': 'ApiQuotas', 'vendor?': 'VendorNames',
    },
  },
  'HttpAwsIntegrationProps': { members: { 'subtype': 'HttpIntegrationSubtype', 'parameterMapping': 'ParameterMapping', 'credentialsRole?': 'IRole', 'timeout?': 'IDuration' } },
  'HttpIntegrationOptions': { extends: ['IntegrationOptions'], members: { 'httpMethod?': 'string', 'vpcLink?': 'IVpcLink' } },
  'HttpJwtAuthorizerProps': { members: { 'authorizerName?': 'string', 'identitySource?': 'string[]', 'jwtAudience': 'string[]' } },
  'HttpLambdaAuthorizerProps': {
    members: {
      'authorizerName?': 'string', 'identitySource?': 'string[]', 'resultsCacheTtl?': 'IDuration', 'responseTypes?': 'HttpLambdaResponseType[]',
    },
  },
  'HttpLambdaIntegrationProps': {
    members: {
      'payloadFormatVersion?': 'PayloadFormatVersion', 'parameterMapping?': 'ParameterMapping', 'timeout?': 'IDuration', 'scopePermissionToRoute?': 'boolean',
    },
  },
  'HttpOpenApiImportProps': { extends: ['HttpApiProps', 'OpenApiSource'], members: { 'functions?': '{IFunctionTarget}' } },
  'HttpProxyIntegrationOptions': { extends: ['ProxyIntegrationOptions'], members: { 'httpMethod?': 'string', 'requestParameters?': '{string}', 'vpcLink?': 'IVpcLink' } },
  'HttpRouteProps': {
    members: {
      'httpApi': 'IHttpApi', 'routeKey': 'HttpRouteKey', 'integration': 'HttpRouteIntegration', 'authorizer?': 'IHttpRouteAuthorizer', 'authorizationScopes?': 'string[]',
    },
  },
  'HttpStageOptions': { extends: ['RouteStageOptions'], members: { 'stageName?': 'string' } },
  'HttpStageProps': { extends: ['HttpStageOptions'], members: { 'httpApi': 'IHttpApi' } },
  'HttpUrlIntegrationProps': { members: { 'method?': 'HttpMethod', 'parameterMapping?': 'ParameterMapping', 'timeout?': 'IDuration' } },
  'HttpUserPoolAuthorizerProps': {
    members: {
      'userPoolClients?': 'IHttpUserPoolClient[]', 'userPoolRegion?': 'string', 'authorizerName?': 'string', 'identitySource?': 'string[]',
    },
  },
  'ImportedFunctions': { extends: ['ApiProps'], members: { 'functions?': '{IProxyFunction}' } },
  'IntegrationOptions': {
    extends: ['BackendOptions'],
    members: {
      'integrationResponses?': 'IntegrationResponse[]', 'requestParameters?': '{string}', 'requestTemplates?': '{string}', 'passthroughBehavior?': 'PassthroughBehavior',
      'contentHandling?': 'ContentHandling',
    },
  },
  'IntegrationResponse': {
    members: {
      'statusCode': 'string', 'selectionPattern?': 'string', 'responseParameters?': '{string}', 'responseTemplates?': '{string}', 'contentHandling?': 'ContentHandling',
    },
  },
  'JsonWithStandardFieldProps': {
    members: {
      'ip': 'boolean', 'caller': 'boolean', 'user': 'boolean', 'requestTime': 'boolean', 'httpMethod': 'boolean', 'resourcePath': 'boolean', 'status': 'boolean',
      'protocol': 'boolean', 'responseLength': 'boolean',
    },
  },
  'JwtAuthorizerProps': { members: { 'authorizerName?': 'string', 'issuer': 'string', 'audience': 'string[]', 'jwksUri?': 'string', 'identitySource?': 'string' } },
  'MethodDeploymentOptions': {
    members: {
      'throttlingRateLimit?': 'number', 'throttlingBurstLimit?': 'number', 'cachingEnabled?': 'boolean', 'cacheTtl?': 'IDuration', 'cacheDataEncrypted?': 'boolean',
      'requireAuthorizationForCacheControl?': 'boolean', 'unauthorizedCacheControlHeaderStrategy?': 'UnauthorizedCacheControlStrategy', 'loggingLevel?': 'MethodLoggingLevel',
      'dataTraceEnabled?': 'boolean', 'metricsEnabled?': 'boolean',
    },
  },
  'MethodDocumentation': { members: { 'summary?': 'string', 'description?': 'string', 'tags?': 'string[]', 'deprecated?': 'boolean', 'sunset?': 'string' } },
  'MethodOptions': {
    members: {
      'operationName?': 'string', 'documentation?': 'MethodDocumentation', 'authorizationType?': 'AuthorizationType', 'authorizer?': 'IAuthorizer',
      'authorizationScopes?': 'string[]', 'apiKeyRequired?': 'boolean', 'methodResponses?': 'MethodResponse[]', 'requestModels?': '{IModel}',
      'requestValidator?': 'IRequestValidator', 'requestValidatorOptions?': 'RequestValidatorOptions', 'requestParameters?': '{boolean}', 'cors?': 'CorsOptions',
    },
  },
  'MethodProps': { members: { 'resource': 'IResource', 'httpMethod': 'string', 'integration?': 'IIntegrationTarget', 'options?': 'MethodOptions' } },
  'MethodResponse': { members: { 'statusCode': 'string', 'description?': 'string', 'responseParameters?': '{boolean}', 'responseModels?': '{IModel}' } },
  'MockIntegrationOptions': {
    extends: ['CacheKeyOptions'],
    members: {
      'integrationResponses?': 'IntegrationResponse[]', 'requestTemplates?': '{string}', 'passthroughBehavior?': 'PassthroughBehavior', 'requestParameters?': '{string}',
      'contentHandling?': 'ContentHandling',
    },
  },
  'ModelOptions': { members: { 'modelName?': 'string', 'contentType?': 'string', 'description?': 'string', 'schema': 'any' } },
  'OpenApiImportProps': { extends: ['ImportedFunctions', 'OpenApiSource'], members: {} },
  'OpenApiOptions': {
    members: {
      'version?': 'OpenApiVersion', 'extensions?': 'boolean', 'servers?': 'string[]', 'documentVersion?': 'string', 'region?': 'string', 'accountId?': 'string',
      'tokenValues?': '{string}',
    },
  },
  'OpenApiSource': { members: { 'document?': 'any', 'file?': 'string', 'basePath?': 'OpenApiBasePath', 'failOnWarnings?': 'boolean' } },
  'ProxyFunctionProps': { extends: ['FunctionProps'], members: { 'runtime?': 'FunctionRuntime', 'architecture?': 'FunctionArchitecture', 'layers?': 'string[]' } },
  'ProxyIntegrationOptions': { extends: ['BackendOptions'], members: { 'responseTransferMode?': 'ResponseTransferMode' } },
  'ProxyResourceOptions': { extends: ['ResourceOptions'], members: { 'anyMethod?': 'boolean' } },
  'ProxyResourceProps': { extends: ['ProxyResourceOptions'], members: { 'parent': 'IResource' } },
  'QuotaSettings': { members: { 'limit': 'number', 'period': 'Period', 'offset?': 'number' } },
  'RequestAuthorizerProps': { extends: ['FunctionAuthorizerProps'], members: { 'identitySources': 'string[]' } },
  'RequestValidatorOptions': { members: { 'requestValidatorName?': 'string', 'validateRequestBody?': 'boolean', 'validateRequestParameters?': 'boolean' } },
  'ResourceOptions': { members: { 'defaultIntegration?': 'IIntegrationTarget', 'defaultMethodOptions?': 'MethodOptions', 'defaultCorsPreflightOptions?': 'CorsOptions' } },
  'ResourceProps': { extends: ['ResourceOptions'], members: { 'parent': 'IResource', 'pathPart': 'string' } },
  'RouteAccessLogSettings': { members: { 'destination': 'AccessLogDestination', 'format?': 'AccessLogFormat' } },
  'RouteSettings': { members: { 'throttle?': 'ThrottleSettings', 'detailedMetricsEnabled?': 'boolean' } },
  'RouteStageOptions': {
    members: {
      'autoDeploy?': 'boolean', 'throttle?': 'ThrottleSettings', 'description?': 'string', 'detailedMetricsEnabled?': 'boolean', 'accessLogSettings?': 'RouteAccessLogSettings',
      'stageVariables?': '{string}', 'domainMapping?': 'DomainMappingOptions', 'routeSettings?': '{RouteSettings}',
    },
  },
  'ServiceIntegrationProps': {
    extends: ['IntegrationOptions'],
    members: {
      'service': 'string', 'subdomain?': 'string', 'region?': 'string', 'action?': 'string', 'actionParameters?': '{string}', 'path?': 'string', 'httpMethod?': 'string',
    },
  },
  'SpecImportProps': { extends: ['ImportedFunctions'], members: { 'spec': 'any' } },
  'StageOptions': { extends: ['StageSettingOptions'], members: { 'stageName?': 'string', 'variables?': '{string}', 'description?': 'string' } },
  'StageProps': { extends: ['StageOptions'], members: { 'deployment': 'IDeployment' } },
  'StageSettingOptions': {
    extends: ['MethodDeploymentOptions'],
    members: {
      'methodOptions?': '{MethodDeploymentOptions}', 'cacheClusterEnabled?': 'boolean', 'cacheClusterSize?': 'string', 'canary?': 'CanaryOptions',
      'accessLogFormat?': 'AccessLogFormat', 'accessLogDestination?': 'AccessLogDestination', 'tracingEnabled?': 'boolean', 'clientCertificateId?': 'string',
      'documentationVersion?': 'string',
    },
  },
  'SynthesizeOptions': { members: { 'outdir?': 'string', 'openApi?': 'OpenApiOptions[]' } },
  'ThrottleSettings': { members: { 'rateLimit?': 'number', 'burstLimit?': 'number' } },
  'ThrottlingPerMethod': { members: { 'method': 'Method', 'throttle': 'ThrottleSettings' } },
  'TokenAuthorizerProps': { extends: ['FunctionAuthorizerProps'], members: { 'identitySource?': 'string', 'validationRegex?': 'string' } },
  'UsagePlanPerApiStage': { members: { 'stage': 'IKeyedStage', 'throttle?': 'ThrottlingPerMethod[]' } },
  'UsagePlanProps': {
    members: {
      'usagePlanName?': 'string', 'description?': 'string', 'throttle?': 'ThrottleSettings', 'quota?': 'QuotaSettings', 'apiStages?': 'UsagePlanPerApiStage[]',
    },
  },
  'VendorNames': { members: { 'headerPrefix?': 'string', 'shortPrefix?': 'string', 'cdnName?': 'string', 'identityProviderName?': 'string' } },
  'WebSocketApiProps': {
    members: {
      'apiName?': 'string', 'apiId?': 'string', 'description?': 'string', 'routeSelectionExpression?': 'string', 'apiKeySelectionExpression?': 'WebSocketApiKeySelectionExpression',
      'connectRouteOptions?': 'WebSocketRouteOptions', 'disconnectRouteOptions?': 'WebSocketRouteOptions', 'defaultRouteOptions?': 'WebSocketRouteOptions', 'quotas?': 'ApiQuotas',
      'vendor?': 'VendorNames',
    },
  },
  'WebSocketAwsIntegrationProps': { extends: ['WebSocketMappingOptions'], members: { 'integrationUri': 'string', 'integrationMethod': 'string', 'credentialsRole?': 'IRole' } },
  'WebSocketHttpIntegrationProps': { extends: ['WebSocketMappingOptions'], members: { 'integrationMethod?': 'string', 'vpcLink?': 'IVpcLink' } },
  'WebSocketHttpProxyIntegrationProps': { members: { 'integrationMethod?': 'string', 'requestParameters?': '{string}', 'timeout?': 'IDuration', 'vpcLink?': 'IVpcLink' } },
  'WebSocketIntegrationResponse': {
    members: {
      'selectionPattern?': 'string', 'responseTemplates?': '{string}', 'templateSelectionExpression?': 'string', 'contentHandling?': 'ContentHandling',
    },
  },
  'WebSocketLambdaAuthorizerProps': { members: { 'authorizerName?': 'string', 'identitySource?': 'string[]' } },
  'WebSocketLambdaIntegrationProps': { members: { 'timeout?': 'IDuration' } },
  'WebSocketMappingOptions': {
    members: {
      'contentHandling?': 'ContentHandling', 'requestParameters?': '{string}', 'requestTemplates?': '{string}', 'templateSelectionExpression?': 'string', 'timeout?': 'IDuration',
      'passthroughBehavior?': 'PassthroughBehavior', 'integrationResponses?': 'WebSocketIntegrationResponse[]',
    },
  },
  'WebSocketMockIntegrationProps': {
    members: {
      'requestTemplates?': '{string}', 'templateSelectionExpression?': 'string', 'integrationResponses?': 'WebSocketIntegrationResponse[]',
    },
  },
  'WebSocketRouteOptions': {
    members: {
      'integration': 'WebSocketRouteIntegration', 'authorizer?': 'IWebSocketRouteAuthorizer', 'returnResponse?': 'boolean', 'apiKeyRequired?': 'boolean',
      'requestModels?': '{IModel}', 'modelSelectionExpression?': 'string',
    },
  },
  'WebSocketRouteProps': { extends: ['WebSocketRouteOptions'], members: { 'webSocketApi': 'IWebSocketApi', 'routeKey': 'string' } },
  'WebSocketStageProps': { extends: ['RouteStageOptions'], members: { 'webSocketApi': 'IWebSocketApi', 'stageName': 'string' } },
  'aws.ApiAttributes': { members: { 'restApiId': 'string', 'rootResourceId': 'string' } },
  'aws.ApiProps': {
    extends: ['ApiProps', 'aws.AwsTargetOptions'],
    members: {
      'endpointExportName?': 'string', 'cloudWatchRoleRemovalPolicy?': 'foreign string RemovalPolicy', 'failOnWarnings?': 'boolean', 'parameters?': '{string}',
    },
  },
  'aws.AwsTargetOptions': {
    members: {
      'scopePermissions?': 'aws.PermissionScope', '_scopesPermissions?': 'boolean', 'templateFormat?': 'aws.TemplateFormat', 'retainDeployments?': 'boolean', 'strict?': 'boolean',
      'cloudWatchRole?': 'boolean', '_cloudWatchRoleRemovalPolicy?': 'foreign string RemovalPolicy', 'accessLogRetention?': 'foreign number RetentionDays',
      'removalPolicy?': 'foreign string RemovalPolicy', 'disableExecuteApiEndpoint?': 'boolean', 'vpcEndpoints?': 'foreign object IVpcEndpoint[]', 'tracingEnabled?': 'boolean',
      'domainName?': 'foreign object DomainNameOptions', 'existingApi?': 'aws.ApiAttributes',
    },
  },
  'aws.ExistingApiProps': { extends: ['aws.ApiProps', 'aws.ApiAttributes'], members: {} },
  'aws.ExistingFunctionOptions': {
    members: {
      'entry?': 'string', 'code?': 'string', 'handler?': 'string', 'bundling?': 'BundlingOptions', 'environment?': '{string}', 'functionName?': 'string',
    },
  },
  'aws.HttpApiProps': { extends: ['HttpApiProps', 'aws.HttpApiTargetOptions'], members: {} },
  'aws.HttpApiTargetOptions': {
    members: {
      'disableExecuteApiEndpoint?': 'boolean', 'routeSelectionExpression?': 'boolean', 'ipAddressType?': 'foreign string IpAddressType', 'strict?': 'boolean',
      'accessLogRetention?': 'foreign number RetentionDays', 'removalPolicy?': 'foreign string RemovalPolicy',
    },
  },
  'aws.MethodMetricOptions': {
    members: {
      'stage?': 'Stage', 'account?': 'string', 'color?': 'string', 'dimensionsMap?': '{string}', 'id?': 'string', 'label?': 'string', 'period?': 'foreign object Duration',
      'region?': 'string', 'stackAccount?': 'string', 'stackRegion?': 'string', 'statistic?': 'string', 'unit?': 'foreign string Unit', 'visible?': 'boolean',
    },
  },
  'aws.ProxyFunctionProps': {
    members: {
      'entry?': 'string', 'code?': 'string', 'handler?': 'string', 'runtime?': 'foreign object Runtime', 'bundling?': 'foreign object BundlingOptions',
      'depsLockFilePath?': 'string', 'projectRoot?': 'string', 'awsSdkConnectionReuse?': 'boolean', 'deadLetter?': 'DeadLetterOptions', 'concurrency?': 'number',
      'maxInstances?': 'number', 'leastPrivilege?': 'boolean', 'removalPolicy?': 'foreign string RemovalPolicy', 'adotInstrumentation?': 'foreign object AdotInstrumentationConfig',
      'allowAllIpv6Outbound?': 'boolean', 'allowAllOutbound?': 'boolean', 'allowPublicSubnet?': 'boolean', 'applicationLogLevel?': 'string',
      'applicationLogLevelV2?': 'foreign string ApplicationLogLevel', 'architecture?': 'foreign object Architecture', 'codeSigningConfig?': 'foreign object ICodeSigningConfigRef',
      'currentVersionOptions?': 'foreign object VersionOptions', 'deadLetterQueue?': 'foreign object IQueue', 'deadLetterQueueEnabled?': 'boolean',
      'deadLetterTopic?': 'foreign object ITopic', 'description?': 'string', 'durableConfig?': 'foreign object DurableConfig', 'environment?': '{string}',
      'environmentEncryption?': 'foreign object IKeyRef', 'ephemeralStorageSize?': 'foreign object Size', 'events?': 'foreign object IEventSource[]',
      'filesystem?': 'foreign object FileSystem', 'functionName?': 'string', 'initialPolicy?': 'foreign object PolicyStatement[]',
      'insightsVersion?': 'foreign object LambdaInsightsVersion', 'ipv6AllowedForDualStack?': 'boolean', 'layers?': 'foreign object ILayerVersion[]', 'logFormat?': 'string',
      'logGroup?': 'foreign object ILogGroupRef', 'logRemovalPolicy?': 'foreign string RemovalPolicy', 'logRetention?': 'foreign number RetentionDays',
      'logRetentionRetryOptions?': 'foreign object LogRetentionRetryOptions', 'logRetentionRole?': 'foreign object IRole', 'loggingFormat?': 'foreign string LoggingFormat',
      'maxEventAge?': 'foreign object Duration', 'memorySize?': 'number', 'onFailure?': 'foreign object IDestination', 'onSuccess?': 'foreign object IDestination',
      'paramsAndSecrets?': 'foreign object ParamsAndSecretsLayerVersion', 'profiling?': 'boolean', 'profilingGroup?': 'foreign object IProfilingGroup',
      'recursiveLoop?': 'foreign string RecursiveLoop', 'reservedConcurrentExecutions?': 'number', 'retryAttempts?': 'number', 'role?': 'foreign object IRole',
      'runtimeManagementMode?': 'foreign object RuntimeManagementMode', 'securityGroups?': 'foreign object ISecurityGroup[]', 'snapStart?': 'foreign object SnapStartConf',
      'systemLogLevel?': 'string', 'systemLogLevelV2?': 'foreign string SystemLogLevel', 'tenancyConfig?': 'foreign object TenancyConfig', 'timeout?': 'foreign object Duration',
      'tracing?': 'foreign string Tracing', 'vpc?': 'foreign object IVpc', 'vpcSubnets?': 'foreign object SubnetSelection',
    },
  },
  'aws.WebSocketApiProps': { extends: ['WebSocketApiProps', 'aws.WebSocketApiTargetOptions'], members: {} },
  'aws.WebSocketApiTargetOptions': {
    members: {
      'ipAddressType?': 'foreign string IpAddressType', 'disableSchemaValidation?': 'boolean', 'strict?': 'boolean', 'accessLogRetention?': 'foreign number RetentionDays',
      'removalPolicy?': 'foreign string RemovalPolicy',
    },
  },
} as const satisfies StructTable;

export const ENUMS: EnumTable = {
  'ApiKeySourceType': { HEADER: 'HEADER', AUTHORIZER: 'AUTHORIZER' },
  'AuthorizationType': { NONE: 'NONE', IAM: 'AWS_IAM', CUSTOM: 'CUSTOM', COGNITO: 'COGNITO_USER_POOLS' },
  'ContentHandling': { CONVERT_TO_BINARY: 'CONVERT_TO_BINARY', CONVERT_TO_TEXT: 'CONVERT_TO_TEXT' },
  'CorsHttpMethod': { ANY: '*', DELETE: 'DELETE', GET: 'GET', HEAD: 'HEAD', OPTIONS: 'OPTIONS', PATCH: 'PATCH', POST: 'POST', PUT: 'PUT' },
  'EndpointType': { EDGE: 'EDGE', REGIONAL: 'REGIONAL', PRIVATE: 'PRIVATE' },
  'FunctionArchitecture': { X86_64: 'x86_64', ARM_64: 'arm64' },
  'FunctionRuntime': {
    NODEJS_20_X: 'nodejs20.x', NODEJS_22_X: 'nodejs22.x', NODEJS_24_X: 'nodejs24.x', PYTHON_3_11: 'python3.11', PYTHON_3_12: 'python3.12', PYTHON_3_13: 'python3.13',
    PYTHON_3_14: 'python3.14', RUBY_3_3: 'ruby3.3', RUBY_3_4: 'ruby3.4', JAVA_17: 'java17', JAVA_21: 'java21', JAVA_25: 'java25', DOTNET_8: 'dotnet8', DOTNET_10: 'dotnet10',
    PROVIDED_AL2023: 'provided.al2023',
  },
  'HttpIntegrationSubtype': {
    EVENTBRIDGE_PUT_EVENTS: 'EventBridge-PutEvents', SQS_SEND_MESSAGE: 'SQS-SendMessage', SQS_RECEIVE_MESSAGE: 'SQS-ReceiveMessage', SQS_DELETE_MESSAGE: 'SQS-DeleteMessage',
    SQS_PURGE_QUEUE: 'SQS-PurgeQueue', APPCONFIG_GET_CONFIGURATION: 'AppConfig-GetConfiguration', KINESIS_PUT_RECORD: 'Kinesis-PutRecord',
    STEPFUNCTIONS_START_EXECUTION: 'StepFunctions-StartExecution', STEPFUNCTIONS_START_SYNC_EXECUTION: 'StepFunctions-StartSyncExecution',
    STEPFUNCTIONS_STOP_EXECUTION: 'StepFunctions-StopExecution',
  },
  'HttpLambdaResponseType': { SIMPLE: 'SIMPLE', IAM: 'IAM' },
  'HttpMethod': { ANY: 'ANY', DELETE: 'DELETE', GET: 'GET', HEAD: 'HEAD', OPTIONS: 'OPTIONS', PATCH: 'PATCH', POST: 'POST', PUT: 'PUT' },
  'JsonBodyValidation': { ALWAYS: 'always', AWS: 'aws' },
  'JsonSchemaType': { NULL: 'null', BOOLEAN: 'boolean', OBJECT: 'object', ARRAY: 'array', NUMBER: 'number', INTEGER: 'integer', STRING: 'string' },
  'MethodLoggingLevel': { OFF: 'OFF', ERROR: 'ERROR', INFO: 'INFO' },
  'OpenApiBasePath': { IGNORE: 'ignore', PREPEND: 'prepend', SPLIT: 'split' },
  'OpenApiVersion': { V3_0: '3.0', V3_1: '3.1' },
  'PassthroughBehavior': { WHEN_NO_MATCH: 'WHEN_NO_MATCH', WHEN_NO_TEMPLATES: 'WHEN_NO_TEMPLATES', NEVER: 'NEVER' },
  'PayloadFormatVersion': { VERSION_1_0: '1.0', VERSION_2_0: '2.0' },
  'Period': { DAY: 'DAY', WEEK: 'WEEK', MONTH: 'MONTH' },
  'ResponseTransferMode': { BUFFERED: 'BUFFERED', STREAM: 'STREAM' },
  'ResponseType': {
    ACCESS_DENIED: 'ACCESS_DENIED', API_CONFIGURATION_ERROR: 'API_CONFIGURATION_ERROR', AUTHORIZER_CONFIGURATION_ERROR: 'AUTHORIZER_CONFIGURATION_ERROR',
    AUTHORIZER_FAILURE: 'AUTHORIZER_FAILURE', BAD_REQUEST_BODY: 'BAD_REQUEST_BODY', BAD_REQUEST_PARAMETERS: 'BAD_REQUEST_PARAMETERS', DEFAULT_4XX: 'DEFAULT_4XX',
    DEFAULT_5XX: 'DEFAULT_5XX', EXPIRED_TOKEN: 'EXPIRED_TOKEN', INTEGRATION_FAILURE: 'INTEGRATION_FAILURE', INTEGRATION_TIMEOUT: 'INTEGRATION_TIMEOUT',
    INVALID_API_KEY: 'INVALID_API_KEY', INVALID_SIGNATURE: 'INVALID_SIGNATURE', MISSING_AUTHENTICATION_TOKEN: 'MISSING_AUTHENTICATION_TOKEN', QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
    REQUEST_TOO_LARGE: 'REQUEST_TOO_LARGE', RESOURCE_NOT_FOUND: 'RESOURCE_NOT_FOUND', THROTTLED: 'THROTTLED', UNAUTHORIZED: 'UNAUTHORIZED',
    UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE', WAF_FILTERED: 'WAF_FILTERED',
  },
  'UnauthorizedCacheControlStrategy': {
    FAIL_WITH_403: 'FAIL_WITH_403', SUCCEED_WITH_RESPONSE_HEADER: 'SUCCEED_WITH_RESPONSE_HEADER', SUCCEED_WITHOUT_RESPONSE_HEADER: 'SUCCEED_WITHOUT_RESPONSE_HEADER',
  },
  'aws.PermissionScope': { API: 'api', METHOD: 'method' },
  'aws.TemplateFormat': { RESOURCES: 'resources', OPENAPI_BODY: 'openapi-body' },
};

export const OBJECTS: ObjectTable = {
  'AccessLogDestination': { isClass: true, members: ['destination'], makers: ['AccessLogDestination.stdout()', 'AccessLogDestination.file()', 'AccessLogDestination.logGroup()'] },
  'AccessLogFormat': { isClass: true, members: ['toString'], makers: ['AccessLogFormat.custom()', 'AccessLogFormat.clf()', 'AccessLogFormat.jsonWithStandardFields()'] },
  'Destination': { isClass: true, members: ['bind'], makers: ['Destination.toFunction()', 'Destination.toUrl()'] },
  'HttpRouteIntegration': { isClass: true, members: ['id'], makers: [] },
  'HttpRouteKey': { isClass: true, members: ['key', 'method'], makers: ['HttpRouteKey.with()'] },
  'IApi': { isClass: false, members: ['apiId', 'apiName', 'root'], makers: ['Api.fromOpenApi()'] },
  'IApiKey': { isClass: false, members: ['keyName'], makers: ['new ApiKey()'] },
  'IAuthorizer': { isClass: false, members: ['authorizerId', 'authorizationType'], makers: ['new CognitoUserPoolsAuthorizer()', 'new JwtAuthorizer()', 'new RequestAuthorizer()'] },
  'IDeployment': { isClass: false, members: ['deploymentReference'], makers: ['new Deployment()'] },
  'IDomainName': { isClass: false, members: ['name'], makers: [] },
  'IDuration': { isClass: false, members: ['toMilliseconds'], makers: ['Duration.millis()'] },
  'IFunctionTarget': { isClass: false, members: ['functionName'], makers: ['new ProxyFunction()'] },
  'IHttpApi': { isClass: false, members: ['apiId', 'apiName', 'httpApiId'], makers: ['HttpApi.fromOpenApi()'] },
  'IHttpRouteAuthorizer': { isClass: false, members: ['authorizationType', 'isHttpRouteAuthorizer'], makers: ['new HttpIamAuthorizer()', 'new HttpJwtAuthorizer()', 'new HttpLambdaAuthorizer()'] },
  'IHttpUserPool': { isClass: false, members: ['userPoolId'], makers: [] },
  'IHttpUserPoolClient': { isClass: false, members: ['userPoolClientId'], makers: [] },
  'IIntegrationTarget': { isClass: false, members: ['toIntegration'], makers: ['new HttpIntegration()', 'new HttpProxyIntegration()', 'new MappedIntegration()'] },
  'IKeyedStage': { isClass: false, members: ['takesApiKeys'], makers: ['new Stage()', 'new WebSocketStage()'] },
  'ILogGroup': { isClass: false, members: ['logGroupArn'], makers: [] },
  'IModel': { isClass: false, members: ['modelId', 'contentType'], makers: ['new Model()'] },
  'IProxyFunction': { isClass: false, members: ['functionName', 'toIntegration'], makers: ['new ProxyFunction()'] },
  'IRequestValidator': { isClass: false, members: ['requestValidatorId', 'validateRequestBody', 'validateRequestParameters'], makers: ['new RequestValidator()'] },
  'IResource': { isClass: false, members: ['api', 'path', 'resourceId', 'resourceForPath'], makers: ['new ProxyResource()', 'new Resource()'] },
  'IRole': { isClass: false, members: ['roleArn'], makers: [] },
  'ISize': { isClass: false, members: ['toBytes'], makers: ['Size.bytes()'] },
  'IUserPool': { isClass: false, members: [], makers: [] },
  'IVpcLink': { isClass: false, members: ['vpcLinkId'], makers: [] },
  'IWebSocketApi': { isClass: false, members: ['apiId', 'apiName', 'webSocketApiId'], makers: ['new WebSocketApi()'] },
  'IWebSocketRouteAuthorizer': { isClass: false, members: ['authorizationType', 'isWebSocketRouteAuthorizer'], makers: ['new WebSocketIamAuthorizer()', 'new WebSocketLambdaAuthorizer()', 'new WebSocketNoneAuthorizer()'] },
  'Method': { isClass: true, members: ['httpMethod', 'resource', 'api', 'addMethodResponse'], makers: ['new Method()'] },
  'ParameterMapping': { isClass: true, members: ['mappings', 'appendHeader', 'overwriteHeader', 'removeHeader'], makers: ['ParameterMapping.fromObject()'] },
  'Stage': { isClass: true, members: ['api', 'takesApiKeys', 'stageName', 'addVariable'], makers: ['new Stage()'] },
  'WebSocketApiKeySelectionExpression': { isClass: true, members: ['customApiKeySelector'], makers: ['new WebSocketApiKeySelectionExpression()'] },
  'WebSocketRouteIntegration': { isClass: true, members: ['id', 'isWebSocketRouteIntegration'], makers: [] },
};
