import { createHash } from 'node:crypto';
import type { ServiceRequest } from './signed-requests';

/*
 * Small services, each as its protocol is documented: what a request must have, what is answered, how an error is written.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/, …/sns/latest/api/, …/AmazonS3/latest/API/,
 * …/step-functions/latest/apireference/, …/kinesis/latest/APIReference/, …/eventbridge/latest/APIReference/,
 * …/appconfig/2019-10-09/APIReference/
 */

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The calls that a service has received, for tests to look at. */
export type Received = unknown[];

type Emulator = (request: ServiceRequest, received: Received) => ServiceAnswer;

const json = (status: number, value: unknown): ServiceAnswer =>
  ({ status, headers: { 'Content-Type': 'application/x-amz-json-1.0' }, body: JSON.stringify(value) });
const xml = (status: number, text: string): ServiceAnswer => ({ status, headers: { 'Content-Type': 'text/xml' }, body: `<?xml version="1.0"?>${text}` });

/** Parameters of the query protocol: of the address, and of a form in the body. */
function parametersOf({ url, headers, body }: ServiceRequest): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return new URLSearchParams([...url.searchParams, ...(isForm ? new URLSearchParams(body.toString('utf8')) : [])]);
}

/** The query protocol answers XML, or JSON to those who accept it. */
function queryAnswer({ headers }: ServiceRequest, status: number, name: string, value: unknown): ServiceAnswer {
  return headers.accept === 'application/json' ? json(status, { [name]: value }) : xml(status, `<${name}/>`);
}

/** The other actions of SQS, and what each needs. */
const QUEUE_ACTIONS: Readonly<Record<string, readonly string[]>> = { ReceiveMessage: [], DeleteMessage: ['ReceiptHandle'], PurgeQueue: [] };

const sqs: Emulator = (request, received) => {
  const parameters = parametersOf(request);
  const action = parameters.get('Action') ?? '';
  const body = parameters.get('MessageBody');
  const queue = parameters.get('QueueUrl') ?? request.url.pathname;
  const fields = Object.fromEntries([...parameters].filter(([name]) => !['Action', 'Version', 'QueueUrl', 'MessageBody'].includes(name)));
  if (QUEUE_ACTIONS[action]?.every((name) => parameters.has(name)) === true && parameters.get('Version') === '2012-11-05') {
    received.push({ action, queue, fields });
    return queryAnswer(request, 200, `${action}Response`, { ResponseMetadata: { RequestId: 'r-2' } });
  }
  if (action !== 'SendMessage' || body === null) return queryAnswer(request, 400, 'Error', { Code: 'MissingParameter', Type: 'Sender' });
  received.push({ queue, body, ...(Object.keys(fields).length === 0 ? {} : { fields }) });
  const MD5OfMessageBody = createHash('md5').update(body).digest('hex');
  return queryAnswer(request, 200, 'SendMessageResponse', { SendMessageResult: { MD5OfMessageBody, MessageId: 'm-1' }, ResponseMetadata: { RequestId: 'r-1' } });
};

const sns: Emulator = (request, received) => {
  const parameters = parametersOf(request);
  const topic = parameters.get('TopicArn');
  if (parameters.get('Action') !== 'Publish' || parameters.get('Version') !== '2010-03-31') return queryAnswer(request, 400, 'Error', { Code: 'InvalidAction' });
  if (topic !== 'arn:aws:sns:us-east-1:123456789012:news') return queryAnswer(request, 404, 'Error', { Code: 'NotFound', Type: 'Sender' });
  received.push({ topic, message: parameters.get('Message') });
  return queryAnswer(request, 200, 'PublishResponse', { PublishResult: { MessageId: 'm-2' } });
};

const s3: Emulator = ({ method, url, headers, body }, received) => {
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return xml(400, '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>');
  const objects = received as { path: string; type: string | undefined; body: Buffer }[]; // only this emulator writes there
  const object = objects.find(({ path }) => path === url.pathname);
  if (method === 'PUT') {
    objects.push({ path: url.pathname, type: headers['content-type'], body });
    return { status: 200, headers: { ETag: '"e"' } };
  }
  if (object === undefined) return xml(404, '<Error><Code>NoSuchKey</Code></Error>');
  return { status: 200, headers: { 'Content-Type': object.type ?? 'binary/octet-stream' }, body: object.body };
};

/** The JSON protocols: the action is in X-Amz-Target. */
function jsonService(prefix: string, actions: Readonly<Record<string, (input: Record<string, unknown>) => ServiceAnswer>>): Emulator {
  return ({ method, url, headers, body }, received) => {
    const [service, action = ''] = String(headers['x-amz-target']).split('.');
    const run = service === prefix && method === 'POST' && url.pathname === '/' ? actions[action] : undefined;
    if (run === undefined || headers['content-type']?.startsWith('application/x-amz-json-1.') !== true) return json(400, { __type: 'UnknownOperationException' });
    const input = JSON.parse(body.toString('utf8')) as Record<string, unknown>; // services refuse anything else
    received.push({ action, input });
    return run(input);
  };
}

const states = jsonService('AWSStepFunctions', {
  StartExecution: ({ stateMachineArn }) => json(200, { executionArn: `${String(stateMachineArn).replace(':stateMachine:', ':execution:')}:e-1`, startDate: 1 }),
  StartSyncExecution: ({ stateMachineArn, input }) => (String(stateMachineArn).endsWith(':Orders')
    ? json(200, { status: 'SUCCEEDED', output: input })
    : json(400, { __type: 'StateMachineDoesNotExist', message: 'none' })),
  StopExecution: () => json(200, { stopDate: 1 }),
});

const appconfig: Emulator = ({ method, url, body }, received) => {
  const [, ...names] = /^\/applications\/([^/]+)\/environments\/([^/]+)\/configurations\/([^/]+)$/.exec(url.pathname) ?? [];
  if (method !== 'GET' || names.length !== 3 || !url.searchParams.has('client_id') || body.length > 0) return json(404, { Message: 'none', ResourceType: 'Application' });
  received.push({ names: names.map(decodeURIComponent), query: Object.fromEntries(url.searchParams) });
  return { status: 200, headers: { 'Content-Type': 'application/octet-stream', 'Configuration-Version': '3' }, body: Buffer.from([1, 0, 255]) };
};

const kinesis = jsonService('Kinesis_20131202', {
  PutRecord: ({ StreamName, Data, PartitionKey }) => (typeof StreamName === 'string' && typeof Data === 'string' && typeof PartitionKey === 'string'
    ? json(200, { SequenceNumber: '1', ShardId: 'shardId-000000000000' })
    : json(400, { __type: 'SerializationException' })),
});

const events = jsonService('AWSEvents', {
  PutEvents: ({ Entries }) => (Array.isArray(Entries)
    ? json(200, { FailedEntryCount: 0, Entries: Entries.map((_, index) => ({ EventId: `e-${index}` })) })
    : json(400, { __type: 'ValidationException' })),
});

/** By the name in signatures. */
export const EMULATORS: Readonly<Record<string, Emulator>> = { sqs, sns, s3, states, kinesis, events, appconfig };
