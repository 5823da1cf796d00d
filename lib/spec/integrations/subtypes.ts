import type { ParameterForm } from './parameter-value';

/** The call of a service that an integration of an HTTP API stands for. */
interface Subtype {
  /** The service as its endpoints name it. */
  readonly service: 'appconfig' | 'events' | 'kinesis' | 'sqs' | 'states';
  readonly action: string;
  /** The parameters, in the service's order. */
  readonly parameters: Readonly<Record<string, ParameterForm>>;
  readonly required: readonly string[];
}

/** Parameter of every subtype: the region of the service. */
export const REGION_PARAMETER = 'Region';

const START = { StateMachineArn: 'text', Name: 'text', Input: 'text' } as const;

/**
 * The integrations of HTTP APIs with AWS services.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
 */
const SUBTYPES = {
  'EventBridge-PutEvents': {
    service: 'events', action: 'PutEvents', required: ['Detail', 'DetailType', 'Source'],
    parameters: { Detail: 'text', DetailType: 'text', Source: 'text', Time: 'time', EventBusName: 'text', Resources: 'list', TraceHeader: 'text' },
  },
  'SQS-SendMessage': {
    service: 'sqs', action: 'SendMessage', required: ['QueueUrl', 'MessageBody'],
    parameters: {
      QueueUrl: 'text', MessageBody: 'text', DelaySeconds: 'integer', MessageAttributes: 'attributes', MessageDeduplicationId: 'text', MessageGroupId: 'text',
      MessageSystemAttributes: 'attributes',
    },
  },
  'SQS-ReceiveMessage': {
    service: 'sqs', action: 'ReceiveMessage', required: ['QueueUrl'],
    parameters: {
      QueueUrl: 'text', AttributeNames: 'list', MaxNumberOfMessages: 'integer', MessageAttributeNames: 'list', ReceiveRequestAttemptId: 'text',
      VisibilityTimeout: 'integer', WaitTimeSeconds: 'integer',
    },
  },
  'SQS-DeleteMessage': {
    service: 'sqs', action: 'DeleteMessage', required: ['ReceiptHandle', 'QueueUrl'], parameters: { QueueUrl: 'text', ReceiptHandle: 'text' },
  },
  'SQS-PurgeQueue': { service: 'sqs', action: 'PurgeQueue', required: ['QueueUrl'], parameters: { QueueUrl: 'text' } },
  'AppConfig-GetConfiguration': {
    service: 'appconfig', action: 'GetConfiguration', required: ['Application', 'Environment', 'Configuration', 'ClientId'],
    parameters: { Application: 'segment', Environment: 'segment', Configuration: 'segment', ClientId: 'text', ClientConfigurationVersion: 'text' },
  },
  'Kinesis-PutRecord': {
    service: 'kinesis', action: 'PutRecord', required: ['StreamName', 'Data', 'PartitionKey'],
    parameters: { StreamName: 'text', Data: 'base64', PartitionKey: 'text', SequenceNumberForOrdering: 'text', ExplicitHashKey: 'text' },
  },
  'StepFunctions-StartExecution': { service: 'states', action: 'StartExecution', required: ['StateMachineArn'], parameters: START },
  'StepFunctions-StartSyncExecution': {
    service: 'states', action: 'StartSyncExecution', required: ['StateMachineArn'], parameters: { ...START, TraceHeader: 'text' },
  },
  'StepFunctions-StopExecution': {
    service: 'states', action: 'StopExecution', required: ['ExecutionArn'], parameters: { ExecutionArn: 'text', Cause: 'text', Error: 'text' },
  },
} as const satisfies Readonly<Record<string, Subtype>>;

export type SubtypeName = keyof typeof SUBTYPES;

// as Object.keys of an object literal
export const SUBTYPE_NAMES = Object.keys(SUBTYPES) as [SubtypeName, ...SubtypeName[]];

const TARGETS = ['QueueUrl', 'StateMachineArn', 'ExecutionArn', 'EventBusName', 'StreamName', 'Configuration'];

/** Whether a parameter names what is called: a queue, a state machine. */
export function namesTarget(parameter: string): boolean {
  return TARGETS.includes(parameter);
}

/** The call that a subtype stands for. */
export function subtypeOf(name: SubtypeName): Subtype {
  return SUBTYPES[name];
}
