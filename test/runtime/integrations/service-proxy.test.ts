import { createHttpClient } from '../../../lib/runtime/system/http-client';
import { awsServices } from '../../../lib/runtime/system/aws-services';
import { SUBTYPE_NAMES, type SubtypeName } from '../../../lib/spec';
import { startServices, type ServiceServer } from '../../support/aws/service-server';
import type { IntegrationInput } from '../../support/integration-kinds';
import { specInput } from '../../support/spec';
import { wholeGateway, type Backends, type TestRequest, type WholeGateway } from '../../support/whole-gateway';

/* Routes that call services, from the request of a client to the service and back. The services check the signature of every request. */

type Proxy = Extract<IntegrationInput, { readonly type: 'service-proxy' }>;

const QUEUE = 'https://sqs.us-east-1.amazonaws.com/123456789012/Orders';
const MACHINE = 'arn:aws:states:us-east-1:123456789012:stateMachine:Orders';
const calls = (subtype: SubtypeName, parameters: Readonly<Record<string, string>>, members: Partial<Proxy> = {}): Proxy => ({ type: 'service-proxy', subtype, parameters: { ...parameters }, ...members });

const ROUTES: Readonly<Record<string, Proxy>> = {
  'send': calls('SQS-SendMessage', { QueueUrl: '${token:Shop/Queue.Ref}', MessageBody: '$request.body' }, { credentials: 'arn:aws:iam::123456789012:role/Sender' }),
  'send-all': calls('SQS-SendMessage', {
    QueueUrl: '$stageVariables.queue', MessageBody: '${request.body.text} of ${request.path.id}', DelaySeconds: '$request.querystring.delay', MessageGroupId: '${context.stage}',
    MessageDeduplicationId: '$context.requestId', MessageSystemAttributes: '$request.body.system',
    MessageAttributes: '{"Source": {"DataType": "String", "StringValue": "${request.header.x-source}"}, "Kind": {"DataType": "String", "StringValue": "order"}}',
  }),
  'grouped': calls('SQS-SendMessage', { QueueUrl: QUEUE, MessageBody: 'x', MessageGroupId: '$request.header.x-group' }),
  'receive': calls('SQS-ReceiveMessage', {
    QueueUrl: QUEUE, AttributeNames: 'SenderId, SentTimestamp', MaxNumberOfMessages: '10', MessageAttributeNames: '["All"]', VisibilityTimeout: '5', WaitTimeSeconds: '0', ReceiveRequestAttemptId: 'a-1',
  }),
  'delete': calls('SQS-DeleteMessage', { QueueUrl: QUEUE, ReceiptHandle: '$request.querystring.handle' }),
  'purge': calls('SQS-PurgeQueue', { QueueUrl: QUEUE }),
  'event': calls('EventBridge-PutEvents', { Detail: '$request.body', DetailType: 'order', Source: 'shop', Time: '$request.header.x-time', Resources: 'arn:a,arn:b', EventBusName: 'orders', TraceHeader: 'Root=1' }),
  'event-region': calls('EventBridge-PutEvents', { Detail: '{}', DetailType: 'order', Source: 'shop', Region: '$request.querystring.region' }),
  'record': calls('Kinesis-PutRecord', { StreamName: 'clicks', Data: '$request.body', PartitionKey: '$context.identity.sourceIp', ExplicitHashKey: '1', SequenceNumberForOrdering: '2' }),
  'start': calls('StepFunctions-StartExecution', { StateMachineArn: MACHINE, Name: 'n', Input: '$request.body' }),
  'run': calls('StepFunctions-StartSyncExecution', { StateMachineArn: '$request.querystring.machine', Input: '$request.body', TraceHeader: 'Root=1' }),
  'stop': calls('StepFunctions-StopExecution', { ExecutionArn: 'arn:aws:states:us-east-1:123456789012:execution:Orders:e-1', Cause: '$request.querystring.why', Error: 'Stopped' }),
  'config': calls('AppConfig-GetConfiguration', { Application: '$request.querystring.app', Environment: 'prod/1', Configuration: 'flags', ClientId: 'a&b', ClientConfigurationVersion: '2' }),
  'mapped': calls('SQS-PurgeQueue', { QueueUrl: QUEUE }, { responseMappings: { 200: { 'overwrite:statuscode': '204', 'overwrite:header.x-route': '$context.routeKey' } } }),
  'no-token': calls('SQS-PurgeQueue', { QueueUrl: '${token:Shop/Other.Ref}' }),
};

const accessLines: string[] = [];
let services: ServiceServer;
let gateway: WholeGateway;
const http = createHttpClient();

function gatewayOf(reached: Backends['services'], client = http.request): WholeGateway {
  const resources = Object.entries(ROUTES).map(([name, integration], index) => [`/${name}/{id}`, { id: `r${index}`, methods: { POST: { integration } } }] as const);
  return wholeGateway(
    specInput({ protocol: 'http', api: { id: 'shop', name: 'Shop' }, resources: Object.fromEntries(resources), stages: { $default: { variables: { queue: QUEUE }, accessLog: { format: '$context.requestId $context.integration.requestId $context.integration.status' } } } }),
    { http: client, services: reached }, { now: Date.now, accessLog: ({ line }) => accessLines.push(line) }, { 'Shop/Queue.Ref': QUEUE },
  );
}

beforeAll(async () => {
  services = await startServices('test');
  gateway = gatewayOf(awsServices({ awsEndpoints: { '*': services.url } }));
});
afterAll(async () => {
  await Promise.all([services.close(), http.close()]);
});

const send = (target: string, body = '', headers: TestRequest['headers'] = {}) => {
  const [name = '', query = ''] = target.split('?');
  return gateway.send(`/${name}/7?${query}`, { method: 'POST', body, headers });
};
const last = (service: string) => services.received(service).at(-1);

test('every subtype is called here', () => {
  expect([...new Set(Object.values(ROUTES).map(({ subtype }) => subtype))].sort()).toEqual([...SUBTYPE_NAMES].sort());
});

test('SQS: the body is a message, and the answer is the XML of the service', async () => {
  const { status, headers, text } = await send('send', '{"text":"a & b=c+d"}');
  expect([status, headers['content-type'], text]).toEqual([200, 'text/xml', '<?xml version="1.0"?><SendMessageResponse/>']);
  expect(headers['apigw-requestid']).toBeDefined();
  expect(last('sqs')).toEqual({ queue: QUEUE, body: '{"text":"a & b=c+d"}' });
});

test('SQS: every parameter of a message; a header adds no attribute', async () => {
  const system = { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1' } };
  const body = JSON.stringify({ text: 'cats', system: JSON.stringify(system) });
  const { status } = await send('send-all?delay=5', body, { 'x-source': '"}, "Own": {"DataType": "String", "StringValue": "x' });
  expect(status).toBe(200);
  expect(last('sqs')).toEqual({
    queue: QUEUE, body: 'cats of 7', fields: {
      'DelaySeconds': '5', 'MessageGroupId': '$default', 'MessageDeduplicationId': expect.stringMatching(/\S/),
      'MessageAttribute.1.Name': 'Source', 'MessageAttribute.1.Value.DataType': 'String', 'MessageAttribute.1.Value.StringValue': '"}, "Own": {"DataType": "String", "StringValue": "x',
      'MessageAttribute.2.Name': 'Kind', 'MessageAttribute.2.Value.DataType': 'String', 'MessageAttribute.2.Value.StringValue': 'order',
      'MessageSystemAttribute.1.Name': 'AWSTraceHeader', 'MessageSystemAttribute.1.Value.DataType': 'String', 'MessageSystemAttribute.1.Value.StringValue': 'Root=1',
    },
  });
});

test('SQS: messages are received and deleted, and a queue is purged', async () => {
  await send('receive');
  expect(last('sqs')).toEqual({
    action: 'ReceiveMessage', queue: QUEUE, fields: {
      'AttributeName.1': 'SenderId', 'AttributeName.2': 'SentTimestamp', 'MaxNumberOfMessages': '10', 'MessageAttributeName.1': 'All', 'VisibilityTimeout': '5', 'WaitTimeSeconds': '0',
      'ReceiveRequestAttemptId': 'a-1',
    },
  });
  await send(`delete?handle=${encodeURIComponent('AQ+/=')}`);
  expect(last('sqs')).toEqual({ action: 'DeleteMessage', queue: QUEUE, fields: { ReceiptHandle: 'AQ+/=' } });
  expect((await send('purge')).status).toBe(200);
  expect(last('sqs')).toEqual({ action: 'PurgeQueue', queue: QUEUE, fields: {} });
});

test.each([['2026-01-31T12:00:00.5Z', 1_769_860_800.5], ['1769860800', 1_769_860_800], ['1769860800500', 1_769_860_800.5]])('EventBridge: one entry, with the time %s', async (time, seconds) => {
  const response = await send('event', '{"id":1}', { 'x-time': time });
  expect([response.status, response.json()]).toEqual([200, { FailedEntryCount: 0, Entries: [{ EventId: 'e-0' }] }]);
  expect(last('events')).toEqual({
    action: 'PutEvents',
    input: { Entries: [{ Detail: '{"id":1}', DetailType: 'order', Source: 'shop', Time: seconds, EventBusName: 'orders', Resources: ['arn:a', 'arn:b'], TraceHeader: 'Root=1' }] },
  });
});

test('Kinesis: the data is encoded for the service', async () => {
  expect((await send('record', 'click é')).json()).toMatchObject({ SequenceNumber: '1' });
  expect(last('kinesis')).toEqual({ action: 'PutRecord', input: {
    StreamName: 'clicks', Data: Buffer.from('click é').toString('base64'), PartitionKey: '192.0.2.1', ExplicitHashKey: '1', SequenceNumberForOrdering: '2',
  } });
});

test('Step Functions: executions are started and stopped, and errors of the service are passed on', async () => {
  expect((await send('start', '{"id":1}')).json()).toMatchObject({ executionArn: expect.stringMatching(/:execution:Orders:e-1$/) });
  expect(last('states')).toEqual({ action: 'StartExecution', input: { stateMachineArn: MACHINE, name: 'n', input: '{"id":1}' } });
  const run = await send(`run?machine=${MACHINE}`, '{"id":2}');
  expect([run.status, run.headers['content-type'], run.json()]).toEqual([200, 'application/x-amz-json-1.0', { status: 'SUCCEEDED', output: '{"id":2}' }]);
  expect(last('states')).toMatchObject({ input: { traceHeader: 'Root=1' } });
  expect(await send('run?machine=none', '{}')).toMatchObject({ status: 400, text: '{"__type":"StateMachineDoesNotExist","message":"none"}' });
  await send('stop?why=late');
  expect(last('states')).toEqual({ action: 'StopExecution', input: { executionArn: 'arn:aws:states:us-east-1:123456789012:execution:Orders:e-1', cause: 'late', error: 'Stopped' } });
});

test('AppConfig: names are segments of the path, and bytes and headers are passed on', async () => {
  const { status, headers, body } = await send(`config?app=${encodeURIComponent('a/../b?c')}`);
  expect([status, headers['configuration-version'], body]).toEqual([200, '3', Buffer.from([1, 0, 255])]);
  expect(last('appconfig')).toEqual({ names: ['a/../b?c', 'prod/1', 'flags'], query: { client_id: 'a&b', client_configuration_version: '2' } });
});

test('the access log has the id that the service gave the request, and its status', async () => {
  const answered = gatewayOf({ endpointOf: () => 'http://q.test' }, () => Promise.resolve({ status: 201, headers: [{ name: 'x-amzn-RequestId', value: 'r-7' }], body: Buffer.alloc(0) }));
  expect(await answered.send('/purge/7', { method: 'POST' })).toMatchObject({ status: 201 });
  expect(accessLines.at(-1)).toMatch(/^\S+ r-7 201$/);
});

test('the answer is mapped by its status', async () => {
  expect(await send('mapped')).toMatchObject({ status: 204, headers: { 'x-route': 'POST /mapped/{id}' } });
});

const logged = () => gateway.log.at(-1);

test.each([
  ['send', '', {}, 'MessageBody, mapped from $request.body, has no value'],
  ['grouped', '', {}, 'MessageGroupId, mapped from $request.header.x-group, has no value'],
  ['send-all?delay=soon', '{"text":"a","system":"{}"}', {}, 'DelaySeconds, mapped from $request.querystring.delay, is not a whole number'],
  ['send-all?delay=1', '{"text":"a","system":{"A":"b"}}', {}, 'MessageSystemAttributes, mapped from $request.body.system, is not a JSON object of attributes'],
  ['event', '{}', { 'x-time': 'noon' }, 'Time, mapped from $request.header.x-time, is not a time'],
  ['event-region?region=evil.example.com%2F', '', {}, 'Region, mapped from $request.querystring.region, is not a region'],
  ['config?app=..', '', {}, 'Application, mapped from $request.querystring.app, is not a segment of a path'],
])('SUBTYPE_PARAMETER_UNRESOLVED: %s is refused with 400, and nothing is called', async (target, body, headers, text) => {
  const before = ['sqs', 'events', 'appconfig'].map((service) => services.received(service).length);
  expect(await send(target, body, headers)).toMatchObject({ status: 400, text: '{"message":"Bad Request"}' });
  expect(logged()).toMatchObject({ code: 'SUBTYPE_PARAMETER_UNRESOLVED' });
  expect(JSON.stringify(logged())).toContain(text);
  expect(['sqs', 'events', 'appconfig'].map((service) => services.received(service).length)).toEqual(before);
});

test('a body of more than 100 KB is passed on as a whole, and no path finds anything in it', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(110_000), text: 'cats', system: '{}' });
  expect((await send('send', body)).status).toBe(200);
  expect(last('sqs')).toMatchObject({ body });
  expect(await send('send-all?delay=1', body)).toMatchObject({ status: 400 });
});

test('a value that is known only after deployment is missing: 503', async () => {
  expect(await send('no-token')).toMatchObject({ status: 503, text: '{"message":"Service Unavailable"}' });
  expect(logged()).toMatchObject({ code: 'INTEGRATION_TOKEN_MISSING' });
});

test('a service that cannot be reached is 503', async () => {
  const refused = gatewayOf(awsServices({ awsEndpoints: { '*': 'http://127.0.0.1:1' } }));
  expect(await refused.send('/purge/7', { method: 'POST' })).toMatchObject({ status: 503, text: '{"message":"Service Unavailable"}' });
  expect(refused.log.at(-1)).toMatchObject({ code: 'ENDPOINT_UNREACHABLE' });
});

test('without endpoint and profile 501, and the log says what to give', async () => {
  const alone = gatewayOf({ endpointOf: () => undefined });
  expect(await alone.send('/run/7', { method: 'POST' })).toMatchObject({ status: 501, text: '{"message":"Not Implemented"}' });
  const text = JSON.stringify(alone.log.at(-1));
  for (const part of ['SERVICE_NOT_REACHABLE', 'states StartSyncExecution is not called', 'AWS_ENDPOINT_URL_SFN']) expect(text).toContain(part);
});

test('with a profile it goes to AWS, in the region that is mapped, signed with its credentials', async () => {
  const sent: string[] = [];
  const onAws = gatewayOf({ endpointOf: () => undefined, credentials: () => Promise.resolve({ accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 'session' }) }, ({ url, headers }) => {
    sent.push(url, ...headers.filter(({ name }) => /^(authorization|x-amz-security-token)$/i.test(name)).map(({ value }) => value));
    return Promise.resolve({ status: 200, headers: [], body: Buffer.alloc(0) });
  });
  await onAws.send('/event-region/7?region=eu-west-1', { method: 'POST' });
  expect(sent).toEqual(expect.arrayContaining(['https://events.eu-west-1.amazonaws.com/', 'session', expect.stringMatching(/Credential=AKIA\/\d{8}\/eu-west-1\/events\//)]));
  await onAws.send('/config/7?app=a', { method: 'POST' });
  expect(sent).toEqual(expect.arrayContaining([expect.stringMatching(/^https:\/\/appconfig\.us-east-1\.amazonaws\.com\/applications\/a\//), expect.stringMatching(/\/us-east-1\/appconfig\//)]));
});
