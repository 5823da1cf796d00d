import type { PropertyRules } from './check-properties';

/** The event sources that a function polls share their properties. */
const POLLED: PropertyRules = {
  BatchSize: 'integer', StartingPosition: 'any', StartingPositionTimestamp: 'any', Enabled: 'truth', MaximumBatchingWindowInSeconds: 'integer',
  MaximumRetryAttempts: 'integer', BisectBatchOnFunctionError: 'truth', MaximumRecordAgeInSeconds: 'integer',
  DestinationConfig: 'map', ParallelizationFactor: 'integer', Topics: 'list', Queues: 'list', SourceAccessConfigurations: 'list',
  SecretsManagerKmsKeyId: 'text', TumblingWindowInSeconds: 'integer', FunctionResponseTypes: 'list', KafkaBootstrapServers: 'list',
  FilterCriteria: 'map', KmsKeyArn: 'any', ConsumerGroupId: 'text', ScalingConfig: 'map', ProvisionedPollerConfig: 'map',
  SchemaRegistryConfig: 'map', MetricsConfig: 'map', LoggingConfig: 'map',
};

/** The properties of a function's events, in the order in which the translator checks them. */
export const FUNCTION_EVENT_PROPERTIES = {
  AlexaSkill: { SkillId: 'text' },
  Api: {
    Path: 'text!', Method: 'text!', RestApiId: 'text!', Stage: 'text', Auth: 'map', RequestModel: 'map', RequestParameters: 'list',
    TimeoutInMillis: 'integer', ResponseTransferMode: 'text',
  },
  CloudWatchEvent: {
    EventBusName: 'text', RuleName: 'text', Pattern: 'map', DeadLetterConfig: 'map', RetryPolicy: 'map', Input: 'text', InputPath: 'text',
    Target: 'map', Enabled: 'truth', State: 'text', InputTransformer: 'map',
  },
  Cognito: { UserPool: 'text!', Trigger: 'text|list<text>!=' },
  EventBridgeRule: {
    EventBusName: 'text', RuleName: 'text', Pattern: 'map', DeadLetterConfig: 'map', RetryPolicy: 'map', Input: 'text', InputPath: 'text',
    Target: 'map', Enabled: 'truth', State: 'text', InputTransformer: 'map',
  },
  HttpApi: {
    Path: 'text', Method: 'text', ApiId: 'text', Stage: 'text', Auth: 'map', TimeoutInMillis: 'integer', RouteSettings: 'map',
    PayloadFormatVersion: 'text',
  },
  IoTRule: { Sql: 'text!', AwsIotSqlVersion: 'text' },
  S3: { Bucket: 'text!', Events: 'text|list<text>!=', Filter: 'map<text>' },
  SNS: { Topic: 'text!', Region: 'text', FilterPolicy: 'any', FilterPolicyScope: 'any', SqsSubscription: 'truth|map', RedrivePolicy: 'map' },
  Schedule: {
    Schedule: 'text!', RuleName: 'text', Input: 'text', Enabled: 'truth', State: 'text', Name: 'text', Description: 'text',
    DeadLetterConfig: 'map', RetryPolicy: 'map',
  },
  ScheduleV2: {
    PermissionsBoundary: 'text', ScheduleExpression: 'text!', FlexibleTimeWindow: 'map', Name: 'text', State: 'text', Description: 'text',
    StartDate: 'text', EndDate: 'text', ScheduleExpressionTimezone: 'text', GroupName: 'text', KmsKeyArn: 'text', Input: 'text',
    RoleArn: 'text', DeadLetterConfig: 'map', RetryPolicy: 'map', OmitName: 'truth=',
  },
  CloudWatchLogs: { LogGroupName: 'text!', FilterPattern: 'text!' },
  DocumentDB: { ...POLLED, Cluster: 'any!', DatabaseName: 'any!', CollectionName: 'any', FullDocument: 'any' },
  DynamoDB: { ...POLLED, StartingPosition: 'any!', Stream: 'any!' },
  Kinesis: { ...POLLED, StartingPosition: 'any!', Stream: 'any!' },
  MQ: { ...POLLED, Broker: 'any!', DynamicPolicyName: 'truth=' },
  MSK: { ...POLLED, StartingPosition: 'any!', Stream: 'any!' },
  SQS: { ...POLLED, Queue: 'any!' },
  SelfManagedKafka: POLLED,
} as const satisfies Readonly<Record<string, PropertyRules>>;

/** The properties of a state machine's events. */
export const STATE_MACHINE_EVENT_PROPERTIES = {
  Api: { Path: 'text!', Method: 'text!', RestApiId: 'text!', Stage: 'text', Auth: 'map', UnescapeMappingTemplate: 'truth=' },
  CloudWatchEvent: {
    EventBusName: 'text', RuleName: 'text', Pattern: 'map', Input: 'text', InputPath: 'text', DeadLetterConfig: 'map', RetryPolicy: 'map',
    State: 'text', Target: 'map=', InputTransformer: 'map',
  },
  EventBridgeRule: {
    EventBusName: 'text', RuleName: 'text', Pattern: 'map', Input: 'text', InputPath: 'text', DeadLetterConfig: 'map', RetryPolicy: 'map',
    State: 'text', Target: 'map=', InputTransformer: 'map',
  },
  Schedule: {
    Schedule: 'text!', Input: 'text', Enabled: 'truth', State: 'text', Name: 'text', Description: 'text', DeadLetterConfig: 'map',
    RetryPolicy: 'map', Target: 'map=', RoleArn: 'text=',
  },
  ScheduleV2: {
    PermissionsBoundary: 'text', ScheduleExpression: 'text!', FlexibleTimeWindow: 'map', Name: 'text', State: 'text', Description: 'text',
    StartDate: 'text', EndDate: 'text', ScheduleExpressionTimezone: 'text', GroupName: 'text', KmsKeyArn: 'text', Input: 'text',
    RoleArn: 'text', DeadLetterConfig: 'map', RetryPolicy: 'map', OmitName: 'truth=',
  },
} as const satisfies Readonly<Record<string, PropertyRules>>;
