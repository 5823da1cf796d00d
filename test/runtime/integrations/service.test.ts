import type { Server } from 'node:http';
import { createHttpClient } from '../../../lib/runtime/system/http-client';
import { awsServices } from '../../../lib/runtime/system/aws-services';
import { startDynamoDb } from '../../support/aws/dynamo-db';
import { closed, portOf, startServices, type ServiceServer } from '../../support/aws/service-server';
import type { IntegrationInput } from '../../support/integration-kinds';
import { specInput, type MethodInput } from '../../support/spec';
import { wholeGateway, type Backends, type TestRequest, type WholeGateway } from '../../support/whole-gateway';

/* Integrations with services, from the request of a client to the service and back. The services check the signature of every request. */

type ServiceInput = Extract<IntegrationInput, { readonly type: 'service' }>;

const JSON_TYPE = 'application/json';
const FORM = { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" };
const passes = [{ statusCode: '200' }, { statusCode: '400', selectionPattern: '4\\d{2}' }, { statusCode: '500', selectionPattern: '5\\d{2}' }];
const service = (members: Partial<ServiceInput> & Pick<ServiceInput, 'service'>): IntegrationInput =>
  ({ type: 'service', responses: passes, ...members });

/** Integrations as they are written in public samples. */
const SAMPLES: Readonly<Record<string, IntegrationInput>> = {
  'put-item': service({
    service: 'dynamodb', action: 'PutItem', credentials: 'arn:aws:iam::123456789012:role/Writer',
    requestTemplates: { [JSON_TYPE]: '{"TableName": "Pets", "Item": {"id": {"S": "$input.path(\'$.id\')"}, "by": {"S": "$context.identity.sourceIp"}}}' },
    responses: [{ statusCode: '200', responseTemplates: { [JSON_TYPE]: '{"id": "done"}' } }, ...passes.slice(1)],
  }),
  'get-item': service({
    service: 'dynamodb', action: 'GetItem',
    requestTemplates: { [JSON_TYPE]: '{"TableName": "${token:Shop/Table.Ref}", "Key": {"id": {"S": "$input.params(\'id\')"}}}' },
    responses: [{ statusCode: '200', responseTemplates: { [JSON_TYPE]: '#set($item = $input.path(\'$.Item\')){"id": "$item.id.S"}' } }, ...passes.slice(1)],
  }),
  'sqs-path': service({
    service: 'sqs', path: '${token:AWS::AccountId}/${stageVariables.queue}', requestParameters: FORM,
    requestTemplates: { [JSON_TYPE]: 'Action=SendMessage&MessageBody=$util.urlEncode($input.body)' },
    responses: [{ statusCode: '202', responseTemplates: { [JSON_TYPE]: '{"id": "$input.path(\'$.SendMessageResponse.SendMessageResult.MessageId\')"}' } }, ...passes.slice(1)],
  }),
  'sqs-action': service({
    service: 'sqs', action: 'SendMessage', actionParameters: [{ name: 'QueueUrl', value: 'http://q.test/1/Orders' }],
    requestParameters: { 'integration.request.querystring.MessageBody': 'method.request.querystring.text' },
  }),
  'sns': service({
    service: 'sns', action: 'Publish&Message={message}', requestParameters: {
      'integration.request.querystring.TopicArn': 'method.request.querystring.topic', 'integration.request.path.message': 'method.request.querystring.message',
    },
  }),
  's3': service({
    service: 's3', path: '{bucket}/{key}', httpMethod: 'ANY',
    requestParameters: {
      'integration.request.path.bucket': "'pictures'", 'integration.request.path.key': 'method.request.querystring.key',
      'integration.request.header.Content-Type': 'method.request.header.Content-Type',
    },
    responses: [{ statusCode: '200', responseParameters: { 'method.response.header.Content-Type': 'integration.response.header.Content-Type' } }, { statusCode: '404', selectionPattern: '404' }],
  }),
  's3-bucket': service({ service: 's3', subdomain: 'pictures', path: 'cat.png', httpMethod: 'GET' }),
  'states': service({
    service: 'states', action: 'StartSyncExecution',
    requestTemplates: { [JSON_TYPE]: '{"stateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:$input.params(\'machine\')", "input": "$util.escapeJavaScript($input.json(\'$\'))"}' },
    responses: [{ statusCode: '200', responseTemplates: { [JSON_TYPE]: '$input.path(\'$.output\')' } }, { statusCode: '404', selectionPattern: '4\\d{2}', responseTemplates: { [JSON_TYPE]: '{"error": "$input.path(\'$.__type\')"}' } }],
  }),
  'kinesis': service({
    service: 'kinesis', action: 'PutRecord', requestParameters: { 'integration.request.header.Content-Type': "'application/x-amz-json-1.1'" },
    requestTemplates: { [JSON_TYPE]: '{"StreamName": "clicks", "Data": "$util.base64Encode($input.body)", "PartitionKey": "$context.requestId"}' },
  }),
  'events': service({
    service: 'events', action: 'PutEvents', region: 'eu-west-1',
    requestTemplates: { [JSON_TYPE]: '{"Entries": [{"Source": "shop", "DetailType": "order", "Detail": "$util.escapeJavaScript($input.body)"}]}' },
  }),
  'unknown-action': service({ service: 'appstream', action: 'ListFleets' }),
  'elsewhere': service({ service: 'lightsail', path: 'x' }),
  'without-token': service({ service: 'sqs', path: '${token:Shop/Queue.QueueName}' }),
  'signed-header': service({ service: 'sqs', path: 'q', requestParameters: { 'integration.request.header.Authorization': "'x'" } }),
  'refused-port': service({ service: 'refused', path: 'q' }),
};

const ID_FORMAT = '$context.awsEndpointRequestId $context.integration.requestId $context.requestId';
const accessLines: string[] = [];

let services: ServiceServer;
let dynamoDb: Server;
let gateway: WholeGateway;
const http = createHttpClient();

function gatewayOf(reached: Backends['services']): WholeGateway {
  const method = (integration: IntegrationInput): MethodInput => ({
    integration,
    methodResponses: Object.fromEntries(['200', '202', '400', '404', '500'].map((status) => [status, { responseParameters: { 'method.response.header.Content-Type': true } }])),
  });
  const resources = Object.entries(SAMPLES).map(([name, integration], index) => [`/${name}`, { id: `r${index}`, methods: { ANY: method(integration) } }] as const);
  return wholeGateway(
    specInput({ api: { id: 'pets', name: 'Pets', binaryMediaTypes: ['image/png'] }, resources: Object.fromEntries(resources), stages: { prod: { variables: { queue: 'Orders' }, accessLog: { format: ID_FORMAT } } } }),
    { http: http.request, services: reached }, { now: Date.now, accessLog: ({ line }) => accessLines.push(line) }, { 'AWS::AccountId': '123456789012', 'Shop/Table.Ref': 'Pets' },
  );
}

beforeAll(async () => {
  [services, dynamoDb] = await Promise.all([startServices('test'), startDynamoDb(['Pets', 'id'])]);
  const awsEndpoints = { 'dynamodb': `http://127.0.0.1:${portOf(dynamoDb)}/`, 'lightsail': '', 'refused': 'http://127.0.0.1:1', '*': services.url };
  gateway = gatewayOf(awsServices({ awsEndpoints }));
});
afterAll(async () => {
  await Promise.all([services.close(), closed(dynamoDb), http.close()]);
});

const send = (target: string, request?: TestRequest) => gateway.send(`/prod/${target}`, request);
const post = (target: string, value: unknown) => send(target, { method: 'POST', headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) });

test('DynamoDB: an item is written and read through templates', async () => {
  expect(await post('put-item', { id: 'p-1' })).toMatchObject({ status: 200, text: '{"id": "done"}' });
  expect(await send('get-item?id=p-1')).toMatchObject({ status: 200, text: '{"id": "p-1"}' });
});

test('the access log has the id that the service gave the request', async () => {
  await send('get-item?id=p-1');
  const [endpoint, integration, request] = accessLines.at(-1)?.split(' ') ?? [];
  expect(endpoint).toMatch(/^[0-9A-Za-z-]{36,}$/);
  expect(integration).toBe(endpoint);
  expect(request).not.toBe(endpoint);
});

test('an error of the service is selected by its status, and its body is passed on', async () => {
  const { status, text } = await post('put-item', { id: '' });
  expect([status, text]).toEqual([400, expect.stringContaining('ValidationException')]);
});

test('SQS by path: a form that a template writes; token and stage variable are in the path', async () => {
  expect(await post('sqs-path', { text: 'a & b' })).toMatchObject({ status: 202, text: '{"id": "m-1"}' });
  expect(services.received('sqs').at(-1)).toEqual({ queue: '/123456789012/Orders', body: '{"text":"a & b"}' });
});

test('SQS by action: parameters of the action, and a mapped one', async () => {
  expect((await send('sqs-action?text=%26%20b')).status).toBe(200);
  expect(services.received('sqs').at(-1)).toEqual({ queue: 'http://q.test/1/Orders', body: '& b' });
});

test('SNS by action: placeholders in its parameters', async () => {
  expect((await send(`sns?topic=arn:aws:sns:us-east-1:123456789012:news&message=${encodeURIComponent('a&b=c')}`)).json()).toEqual({ PublishResponse: { PublishResult: { MessageId: 'm-2' } } });
  expect(services.received('sns').at(-1)).toEqual({ topic: 'arn:aws:sns:us-east-1:123456789012:news', message: 'a&b=c' });
  expect(await send('sns?topic=arn:aws:sns:us-east-1:123456789012:other')).toMatchObject({ status: 400 });
});

test('S3: bytes are written and read, and what is missing is 404', async () => {
  const body = Buffer.from([0x89, 0x50, 0xff, 0]);
  const key = 'cats%2Ftom.png';
  expect((await send(`s3?key=${key}`, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body })).status).toBe(200);
  expect(await send(`s3?key=${key}`, { headers: { Accept: 'image/png' } })).toMatchObject({ status: 200, body, headers: { 'content-type': 'image/png' } });
  expect(await send('s3?key=dog.png')).toMatchObject({ status: 404, text: expect.stringContaining('NoSuchKey') });
});

test('S3: a bucket in the host is one in the path of an emulator', async () => {
  await send('s3?key=cat.png', { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: Buffer.from('cat') });
  expect(await send('s3-bucket', { headers: { Accept: 'image/png' } })).toMatchObject({ status: 200, text: 'cat' });
});

test('Step Functions: the output of an execution is the response', async () => {
  expect(await post('states?machine=Orders', { id: 7 })).toMatchObject({ status: 200, text: '{"id":7}' });
  expect(await post('states?machine=Other', {})).toMatchObject({ status: 404, text: '{"error": "StateMachineDoesNotExist"}' });
});

test('Kinesis: a record, with a mapped content type', async () => {
  expect((await post('kinesis', { click: 1 })).json()).toMatchObject({ SequenceNumber: '1' });
  expect(services.received('kinesis').at(-1)).toMatchObject({ input: { StreamName: 'clicks', Data: Buffer.from('{"click":1}').toString('base64') } });
});

test('EventBridge: an event, signed for the region of the integration', async () => {
  expect((await post('events', { order: 1 })).json()).toEqual({ FailedEntryCount: 0, Entries: [{ EventId: 'e-0' }] });
});

const logged = () => gateway.log.at(-1);

test.each([
  ['SERVICE_ACTION_UNKNOWN', 'unknown-action', 501, 'appstream ListFleets'],
  ['INTEGRATION_TOKEN_MISSING', 'without-token', 503, 'Shop/Queue.QueueName'],
  ['INTEGRATION_HEADER_ILLEGAL', 'signed-header', 500, 'Authorization'],
  ['ENDPOINT_UNREACHABLE', 'refused-port', 504, '127.0.0.1:1'],
])('%s: the log says what is wrong', async (code, target, status, text) => {
  expect(await send(target)).toMatchObject({ status });
  expect(logged()).toMatchObject({ code });
  expect(JSON.stringify(logged())).toContain(text);
});

test('SERVICE_NOT_REACHABLE: without endpoint and profile 501, and the log names service, action and what to give', async () => {
  const alone = gatewayOf({ endpointOf: () => undefined });
  expect(await alone.send('/prod/states')).toMatchObject({ status: 501, text: '{"message": "Not Implemented"}' });
  const text = JSON.stringify(alone.log.at(-1));
  for (const part of ['SERVICE_NOT_REACHABLE', 'states StartSyncExecution is not called', 'AWS_ENDPOINT_URL_SFN', '--aws-profile']) expect(text).toContain(part);
});

test('with a profile it goes to AWS, signed with its credentials', async () => {
  const sent: string[] = [];
  const reached: Backends['services'] = { endpointOf: () => undefined, credentials: () => Promise.resolve({ accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 'session' }) };
  const onAws = wholeGateway(specInput({
    resources: { '/x': { id: 'x', methods: { GET: { integration: SAMPLES['s3-bucket'], methodResponses: { 200: {}, 400: {}, 500: {} } }, PUT: { integration: SAMPLES.events, methodResponses: { 200: {}, 400: {}, 500: {} } } } } }, stages: { prod: {} },
  }), {
    services: reached,
    http: ({ url, headers }) => {
      sent.push(url, ...headers.filter(({ name }) => /^(authorization|host|x-amz-security-token)$/i.test(name)).map(({ value }) => value));
      return Promise.resolve({ status: 200, headers: [], body: Buffer.alloc(0) });
    },
  });
  expect(await onAws.send('/prod/x')).toMatchObject({ status: 200 });
  expect(sent).toEqual(expect.arrayContaining(['https://pictures.s3.us-east-1.amazonaws.com/cat.png', 'pictures.s3.us-east-1.amazonaws.com', 'session', expect.stringMatching(/Credential=AKIA\/\d{8}\/us-east-1\/s3\//)]));
  expect(await onAws.send('/prod/x', { method: 'PUT' })).toMatchObject({ status: 200 });
  expect(sent).toEqual(expect.arrayContaining(['https://events.eu-west-1.amazonaws.com/', expect.stringMatching(/\/eu-west-1\/events\//)]));
});
