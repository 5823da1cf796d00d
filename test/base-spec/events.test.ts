import { Api, type ApiProps } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';

interface Event {
  readonly [key: string]: unknown;
  readonly headers: Record<string, string>;
  readonly requestContext: { readonly identity: Record<string, string | null>; readonly [key: string]: unknown };
}

const api = (props: ApiProps = {}) => declareGateway((app) => {
  const declared = new Api(app, 'Shop', { apiId: 'shop123456', ...props, deployOptions: { stageName: 'dev', variables: { table: 'orders' } } });
  const echo = functionOf(app, 'Echo', ECHO);
  declared.root.addProxy({ defaultIntegration: echo });
  declared.root.addResource('literal').addMethod('GET', echo);
});

let gateway: DeclaredGateway;
let event: Event;
beforeAll(async () => {
  gateway = await api({ binaryMediaTypes: ['image/png'] });
  event = (await sendRequest(`${gateway.url}/dev/shelf/book?title=Emma&page=3`, {
    method: 'POST', headers: { 'Content-Type': 'text/plain', 'User-Agent': 'reader/1.0', 'X-Own': 'mine' }, body: 'grüß dich',
  })).json<Event>();
});
afterAll(() => gateway.close());

test('Events, every key of the event is present', () => {
  const keys = ['resource', 'path', 'httpMethod', 'headers', 'queryStringParameters', 'pathParameters', 'stageVariables', 'requestContext', 'body', 'isBase64Encoded'];
  for (const key of keys) expect(event).toHaveProperty(key);
});

test('Events, every key of the event is present, null where there is nothing', async () => {
  const bare = (await sendRequest(`${gateway.url}/dev/literal`)).json<Event>();
  expect(bare).toMatchObject({ queryStringParameters: null, pathParameters: null, body: null, isBase64Encoded: false });
  expect(Object.keys(bare).sort()).toEqual(Object.keys(event).sort());
});

test('Events, resource: the matched resource template', () => {
  expect(event.resource).toBe('/{proxy+}');
});

test('Events, path: the request path without the stage segment', () => {
  expect(event.path).toBe('/shelf/book');
});

test('Events, httpMethod: the HTTP method of the request', () => {
  expect(event.httpMethod).toBe('POST');
});

test('Events, headers: all request headers', () => {
  expect(event.headers).toMatchObject({ 'Content-Type': 'text/plain', 'User-Agent': 'reader/1.0', 'X-Own': 'mine' });
});

test('Events, headers: those that the service adds', () => {
  expect(event.headers).toMatchObject({
    'X-Forwarded-For': '127.0.0.1, 127.0.0.2',
    'X-Forwarded-Port': new URL(gateway.url).port,
    'X-Forwarded-Proto': 'http',
    'Via': expect.stringContaining('(CloudFront)'),
    'X-Amz-Cf-Id': expect.stringMatching(/==$/),
    'CloudFront-Forwarded-Proto': 'http',
    'CloudFront-Is-Desktop-Viewer': 'true',
    'CloudFront-Is-Mobile-Viewer': 'false',
    'CloudFront-Is-SmartTV-Viewer': 'false',
    'CloudFront-Is-Tablet-Viewer': 'false',
    'CloudFront-Viewer-ASN': expect.stringMatching(/^[0-9]+$/),
    'CloudFront-Viewer-Country': expect.stringMatching(/^[A-Z]{2}$/),
  });
});

test('Events, headers: a client cannot forge those that the service adds', async () => {
  const forged = (await sendRequest(`${gateway.url}/dev/literal`, {
    headers: { 'X-Forwarded-Port': '1', 'CloudFront-Is-Mobile-Viewer': 'yes', 'X-Amz-Cf-Id': 'mine', 'X-Forwarded-For': '10.0.0.1' },
  })).json<Event>();
  expect(forged.headers).toMatchObject({
    'X-Forwarded-Port': new URL(gateway.url).port, 'CloudFront-Is-Mobile-Viewer': 'false', 'X-Forwarded-For': '10.0.0.1, 127.0.0.1, 127.0.0.2',
  });
  expect(forged.headers['X-Amz-Cf-Id']).not.toBe('mine');
});

test('Events, queryStringParameters: the query parameters', () => {
  expect(event.queryStringParameters).toEqual({ title: 'Emma', page: '3' });
});

test('Events, pathParameters: proxy holds the remaining path of a greedy resource', () => {
  expect(event.pathParameters).toEqual({ proxy: 'shelf/book' });
});

test('Events, stageVariables: those of the stage called', () => {
  expect(event.stageVariables).toEqual({ table: 'orders' });
});

test('Events, body: the raw request body as text', () => {
  expect(event.body).toBe('grüß dich');
});

test('Events, isBase64Encoded: whether body is base64-encoded', async () => {
  expect(event.isBase64Encoded).toBe(false);
  const image = (await sendRequest(`${gateway.url}/dev/image`, { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0xff]) })).json<Event>();
  expect(image).toMatchObject({ isBase64Encoded: true, body: 'iVD/' });
});

test('Events, requestContext: every key is present and is what the table says', () => {
  const { identity, ...others } = event.requestContext;
  expect(others).toMatchObject({
    accountId: expect.stringMatching(/^\d{12}$/),
    resourceId: expect.stringMatching(/^[a-z0-9]{10}$/),
    stage: 'dev',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resourcePath: '/{proxy+}',
    httpMethod: 'POST',
    apiId: 'shop123456',
  });
  expect(typeof identity).toBe('object');
});

test('Events, requestContext.identity: every key is present, string or null', () => {
  const { identity } = event.requestContext;
  const names = [
    'cognitoIdentityPoolId', 'accountId', 'cognitoIdentityId', 'caller', 'apiKey', 'sourceIp',
    'cognitoAuthenticationType', 'cognitoAuthenticationProvider', 'userArn', 'userAgent', 'user',
  ];
  for (const name of names) expect(identity).toHaveProperty(name);
  expect(identity).toMatchObject({ sourceIp: '127.0.0.1', userAgent: 'reader/1.0' });
  const absent = names.filter((name) => !['sourceIp', 'userAgent'].includes(name)).map((name) => identity[name]);
  expect(absent).toEqual(absent.map(() => null));
});

test('Events, the words <vendor>, <cdn> and <idp> are the vendor\'s', async () => {
  const secondApi = await api({ vendor: { headerPrefix: 'acme', shortPrefix: 'ac', cdnName: 'FastEdge', identityProviderName: 'known' } });
  const answer = await sendRequest(`${secondApi.url}/dev/a`);
  const seen = answer.json<Event>();
  expect(seen.headers).toMatchObject({ 'X-Ac-Cf-Id': expect.any(String), 'FastEdge-Is-Desktop-Viewer': 'true', 'FastEdge-Viewer-Country': expect.any(String) });
  expect(seen.requestContext.identity).toMatchObject({
    knownIdentityPoolId: null, knownIdentityId: null, knownAuthenticationType: null, knownAuthenticationProvider: null,
  });
  expect(answer.headers).toMatchObject({ 'x-acme-requestid': expect.any(String), 'x-ac-cf-id': expect.any(String), 'x-cache': 'Miss from fastedge' });
  expect(Object.keys(seen.headers).filter((name) => /amz|cloudfront/i.test(name))).toEqual([]);
  await secondApi.close();
});

test('Events, example of the mapping: a POST with a query on a greedy resource', async () => {
  const example = (await sendRequest(`${gateway.url}/dev/a/b?name=value`, { method: 'POST' })).json<Event>();
  expect(example).toMatchObject({
    resource: '/{proxy+}', path: '/a/b', pathParameters: { proxy: 'a/b' }, queryStringParameters: { name: 'value' },
  });
});
