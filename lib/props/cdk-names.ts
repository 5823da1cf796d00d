import { classNameOf, nearest } from './describe';
import { STRUCTS } from './structs';
import type { StructTable } from './tables';

const STRUCT_TABLE: StructTable = STRUCTS;
const AWS_ONLY = 'only synthgate/aws has it';
const EXISTING_FUNCTION = 'aws-cdk-lib has it, synthgate does not: make the function with aws-cdk-lib and bind it by ProxyFunction.fromFunction of synthgate/aws';
const ROLE = 'API Gateway invokes functions by a permission, which synthgate/aws makes: no role is needed';
const NO_BUNDLING = 'aws-cdk-lib has it, synthgate does not: bundle it yourself and pass the directory as code';
const MAPPED_ONLY = 'a proxy integration maps nothing; MappedIntegration and HttpIntegration have it';

/** Counterparts of the properties of aws-cdk-lib, or the reason why there is none. A test finds properties without an entry. */
const CDK_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ApiProps: {
    restApiName: 'here it is apiName',
    endpointTypes: 'here it is endpointType, a single one',
    endpointConfiguration: 'here it is endpointType; endpoints of a PRIVATE API are vpcEndpoints of synthgate/aws',
    cloneFrom: 'an API is declared here, not cloned; SpecRestApi of aws-cdk-lib takes a document',
    cloudWatchRoleRemovalPolicy: 'the role that cloudWatchRole makes stays with the account',
    endpointExportName: 'export it: new CfnOutput(this, "Endpoint", { value: api.url, exportName })',
    failOnWarnings: 'it is about imported documents; strict turns what AWS cannot do into errors',
    parameters: 'it is for imported documents, and this API is declared',
    disableExecuteApiEndpoint: AWS_ONLY, domainName: AWS_ONLY, retainDeployments: AWS_ONLY, cloudWatchRole: AWS_ONLY,
  },
  DeploymentProps: {
    retainDeployments: 'here it is retainDeployments of Api of synthgate/aws',
    stageName: 'declare the stage: api.addStage(name)',
  },
  FunctionProps: {
    memory: 'here it is memorySize, in MiB', memoryMB: 'here it is memorySize, in MiB', env: 'here it is environment',
    events: 'bind the function to a method, or add the event source to lambdaFunction of synthgate/aws',
    retryAttempts: 'here it is deadLetter.retryAttempts', onSuccess: EXISTING_FUNCTION, maxEventAge: EXISTING_FUNCTION,
    deadLetterQueueEnabled: 'here it is deadLetter: {}',
    deadLetterTopic: 'a queue is deadLetterQueue of synthgate/aws; a topic is not possible here',
    logFormat: EXISTING_FUNCTION, loggingFormat: EXISTING_FUNCTION, applicationLogLevel: EXISTING_FUNCTION,
    applicationLogLevelV2: EXISTING_FUNCTION,
    systemLogLevel: EXISTING_FUNCTION, systemLogLevelV2: EXISTING_FUNCTION, logRemovalPolicy: 'here it is removalPolicy, of synthgate/aws',
    logRetentionRole: 'no role is needed: the log group is part of the stack',
    logRetentionRetryOptions: 'not needed: the log group is part of the stack',
    vpc: EXISTING_FUNCTION, vpcSubnets: EXISTING_FUNCTION, securityGroups: EXISTING_FUNCTION, allowAllOutbound: EXISTING_FUNCTION,
    allowAllIpv6Outbound: EXISTING_FUNCTION, allowPublicSubnet: EXISTING_FUNCTION, ipv6AllowedForDualStack: EXISTING_FUNCTION,
    initialPolicy: EXISTING_FUNCTION, ephemeralStorageSize: EXISTING_FUNCTION, filesystem: EXISTING_FUNCTION, snapStart: EXISTING_FUNCTION,
    insightsVersion: EXISTING_FUNCTION, adotInstrumentation: EXISTING_FUNCTION, paramsAndSecrets: EXISTING_FUNCTION,
    profiling: EXISTING_FUNCTION,
    profilingGroup: EXISTING_FUNCTION, recursiveLoop: EXISTING_FUNCTION, runtimeManagementMode: EXISTING_FUNCTION,
    codeSigningConfig: EXISTING_FUNCTION,
    currentVersionOptions: EXISTING_FUNCTION, durableConfig: EXISTING_FUNCTION, tenancyConfig: EXISTING_FUNCTION,
    awsSdkConnectionReuse: 'version 3 of the SDK reuses connections by itself',
    depsLockFilePath: 'not needed: dependencies are bundled as they are installed',
    projectRoot: 'not needed: it is the directory of the package.json above entry',
    deadLetterQueue: AWS_ONLY, environmentEncryption: AWS_ONLY, logGroup: AWS_ONLY, logRetention: AWS_ONLY,
    reservedConcurrentExecutions: 'here it is maxInstances; synthgate/aws has both', role: AWS_ONLY, tracing: AWS_ONLY,
  },
  BundlingOptions: Object.fromEntries([
    'assetHash', 'banner', 'buildArgs', 'bundleAwsSDK', 'bundlingFileAccess', 'charset', 'commandHooks', 'dockerImage', 'esbuildArgs', 'esbuildVersion',
    'footer', 'forceDockerBundling', 'format', 'inject', 'keepNames', 'loader', 'logLevel', 'mainFields', 'metafile', 'nodeModules', 'preCompilation',
    'sourceMapMode', 'sourcesContent', 'target', 'tsconfig', 'command', 'entrypoint', 'environment', 'network', 'platform', 'securityOpt', 'user',
    'volumes', 'volumesFrom', 'workingDirectory',
  ].map((name) => [name, NO_BUNDLING])),
  CacheKeyOptions: {
    proxy: 'the class says it: ProxyIntegration and HttpProxyIntegration, or MappedIntegration and HttpIntegration',
    allowTestInvoke: 'permissions are made by synthgate/aws; see scopePermissions of its Api',
    scopePermissionToMethod: 'here it is scopePermissions of Api of synthgate/aws',
    credentialsRole: ROLE, credentialsPassthrough: ROLE,
    timeout: 'a mock answers at once',
    connectionType: 'vpcLink says it', vpcLink: 'only integrations with an HTTP backend have it', responseTransferMode: 'only proxy integrations have it',
    options: 'its members are given directly',
  },
  ProxyIntegrationOptions: {
    contentHandling: MAPPED_ONLY, integrationResponses: MAPPED_ONLY, passthroughBehavior: MAPPED_ONLY, requestParameters: MAPPED_ONLY,
    requestTemplates: MAPPED_ONLY,
  },
  FunctionAuthorizerProps: { assumeRole: ROLE },
  HttpApiProps: {
    disableExecuteApiEndpoint: AWS_ONLY, routeSelectionExpression: AWS_ONLY, ipAddressType: AWS_ONLY,
  },
  HttpAwsIntegrationProps: {
    queue: 'name it: parameterMapping.custom(\'QueueUrl\', queue.queueUrl), with a role that may call it as credentialsRole',
    stateMachine: 'name it: parameterMapping.custom(\'StateMachineArn\', machine.stateMachineArn), with a role that may call it as credentialsRole',
    eventBusRef: 'name it: parameterMapping.custom(\'EventBusName\', bus.eventBusName), with a role that may call it as credentialsRole',
  },
  WebSocketApiProps: { ipAddressType: AWS_ONLY, disableSchemaValidation: AWS_ONLY },
  WebSocketLambdaIntegrationProps: { contentHandling: 'messages are text, which functions get as it is' },
  UsagePlanProps: { name: 'here it is usagePlanName' },
  ApiKeyOptions: {
    stages: 'give a usage plan the stage: plan.addApiStage({ stage })',
    resources: 'give a usage plan the stage: plan.addApiStage({ stage })',
    customerId: 'it is for the AWS Marketplace only', generateDistinctId: 'keys are identified by their names',
    defaultCorsPreflightOptions: 'a key has no resources', defaultIntegration: 'a key has no resources',
    defaultMethodOptions: 'a key has no resources',
  },
};

/** Returns a hint for an unknown member, with the punctuation before it. */
export function unknownMemberHint(struct: string, name: string, candidates: readonly string[]): string {
  const ofCdk = lineage(struct).map((one) => CDK_NAMES[one]).find((names) => names !== undefined && Object.hasOwn(names, name))?.[name];
  if (ofCdk !== undefined) return `: ${ofCdk}`;
  const near = nearest(name, candidates);
  return near === undefined ? `; there is ${candidates.join(', ')}` : `; did you mean "${near}"?`;
}

function lineage(struct: string): string[] {
  return [struct, ...(STRUCT_TABLE[struct]?.extends ?? []).flatMap(lineage)];
}

/** Replacements for constructs of aws-cdk-lib where those of synthgate are expected. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  LambdaIntegration: 'ProxyIntegration of synthgate, or MappedIntegration for proxy: false',
  HttpIntegration: 'HttpProxyIntegration or HttpIntegration of synthgate',
  MockIntegration: 'MockIntegration of synthgate',
  AwsIntegration: 'ServiceIntegration of synthgate',
  StepFunctionsExecutionIntegration: 'ServiceIntegration of synthgate with service: "states"',
  SagemakerIntegration: 'ServiceIntegration of synthgate with service: "runtime.sagemaker"',
  Integration: 'ProxyIntegration, HttpProxyIntegration, ServiceIntegration or MockIntegration of synthgate',
  TokenAuthorizer: 'TokenAuthorizer of synthgate',
  RequestAuthorizer: 'RequestAuthorizer of synthgate',
  CognitoUserPoolsAuthorizer: 'CognitoUserPoolsAuthorizer of synthgate, with the same pools',
  Model: 'api.addModel() of synthgate',
  EmptyModel: 'Model.EMPTY_MODEL of synthgate',
  ErrorModel: 'Model.ERROR_MODEL of synthgate',
  RequestValidator: 'api.addRequestValidator() of synthgate',
  Stage: 'api.addStage() of synthgate',
  Deployment: 'new Deployment() of synthgate',
  Resource: 'api.root.addResource() of synthgate',
  RootResource: 'api.root of an Api of synthgate/aws',
  ProxyResource: 'api.root.addProxy() of synthgate',
  Method: 'addMethod() of synthgate',
  ApiKey: 'api.addApiKey() of synthgate',
  RateLimitedApiKey: 'api.addApiKey() and api.addUsagePlan() of synthgate',
  ResponseType: 'ResponseType of synthgate',
  RestApi: 'Api of synthgate/aws',
  LambdaRestApi: 'Api of synthgate/aws',
  LogGroupLogDestination: 'AccessLogDestination.logGroup() of synthgate',
  FirehoseLogDestination: 'AccessLogDestination.arn() of synthgate',
  HttpApi: 'HttpApi of synthgate',
  HttpLambdaIntegration: 'HttpLambdaIntegration of synthgate',
  HttpUrlIntegration: 'HttpUrlIntegration of synthgate',
  HttpSqsIntegration: 'HttpAwsIntegration of synthgate',
  HttpStepFunctionsIntegration: 'HttpAwsIntegration of synthgate',
  HttpEventBridgeIntegration: 'HttpAwsIntegration of synthgate',
  HttpJwtAuthorizer: 'HttpJwtAuthorizer of synthgate',
  HttpUserPoolAuthorizer: 'HttpUserPoolAuthorizer of synthgate',
  HttpLambdaAuthorizer: 'HttpLambdaAuthorizer of synthgate',
  HttpIamAuthorizer: 'HttpIamAuthorizer of synthgate',
  HttpNoneAuthorizer: 'HttpNoneAuthorizer of synthgate',
  ...Object.fromEntries([
    'WebSocketApi', 'WebSocketAwsIntegration', 'WebSocketIamAuthorizer', 'WebSocketLambdaAuthorizer', 'WebSocketLambdaIntegration',
    'WebSocketMockIntegration', 'WebSocketNoneAuthorizer',
  ].map((name) => [name, `${name} of synthgate`])),
};

/** Classes of aws-cdk-lib that belong to no stack, and have no names of classes of this library. */
const ALONE = new Set(['EmptyModel', 'ErrorModel', 'ResponseType']);

const OWN_TYPES = new Set(['IIntegrationTarget', 'IProxyFunction', 'IAuthorizer', 'IModel', 'IRequestValidator', 'IApi', 'IResource', 'IKeyedStage', 'Stage', 'Method', 'IDeployment', 'IApiKey', 'ResponseType', 'AccessLogDestination', 'IHttpApi', 'IHttpRouteAuthorizer', 'HttpRouteIntegration', 'IWebSocketApi', 'IWebSocketRouteAuthorizer', 'WebSocketRouteIntegration']);

/** Returns the counterpart of a class of aws-cdk-lib, if it is known. */
export function replacementOf(name: string): string | undefined {
  return Object.hasOwn(REPLACEMENTS, name) ? REPLACEMENTS[name] : undefined;
}

/** Returns a hint for an object of aws-cdk-lib, with the punctuation before it; an empty text for other values. */
export function wrongLibraryHint(type: string, value: unknown): string {
  if (!OWN_TYPES.has(type) || typeof value !== 'object' || value === null) return '';
  if ('_toSpec' in value || '_specPath' in value || 'toIntegration' in value) return '';
  if ('functionArn' in value && 'grantInvoke' in value) return '; use new ProxyIntegration(fn)';
  const name = classNameOf(value) ?? '';
  // Resources of CDK know their stack, and its integrations are bound to a method.
  const isOfCdk = ('stack' in value && 'node' in value) || ('bind' in value && typeof value.bind === 'function') || ALONE.has(name);
  if (!isOfCdk) return '';
  const replacement = replacementOf(name);
  return replacement === undefined ? '; it belongs to aws-cdk-lib' : `; it belongs to aws-cdk-lib, use ${replacement}`;
}
