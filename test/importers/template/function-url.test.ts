import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { signRequest } from '../../../lib/runtime/integrations/sign-request';
import { importFiles } from '../../support/imported';
import { newProject } from '../../support/project';

/* URLs of functions: https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html */

const fn = (code: string): object => ({ Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Timeout: 3, Code: { ZipFile: code } } });
const url = (name: string, properties: object = {}): object => ({ Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: { Ref: name }, AuthType: 'NONE', ...properties } });
const STREAM = `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
  const out = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { 'content-type': 'text/x', 'x-from': 'stream' } });
  out.write('one ');
  out.end('two');
});`;
const KEY = { accessKeyId: 'AKIDURL', secretAccessKey: 'secret' };

const RESOURCES = {
  Echo: fn('exports.handler = async (event) => event;'),
  Fails: fn('exports.handler = async () => { throw new Error("no"); };'),
  Slow: { Type: 'AWS::Lambda::Function', Properties: { ...Object(fn('exports.handler = () => new Promise(() => setTimeout(() => undefined, 9e5));')).Properties, Timeout: 1 } },
  Plain: fn('exports.handler = async () => ({ statusCode: 202, body: "hi", cookies: ["a=1"], headers: { "access-control-allow-origin": "*" } });'),
  Stream: fn(STREAM),
  EchoUrl: url('Echo'), FailsUrl: url('Fails'), SlowUrl: url('Slow'), StreamUrl: url('Stream', { InvokeMode: 'RESPONSE_STREAM' }),
  PlainUrl: url('Plain', { TargetFunctionArn: { 'Fn::GetAtt': ['Plain', 'Arn'] }, Cors: { AllowOrigins: ['https://shop.test'], AllowMethods: ['GET'], MaxAge: 60 } }),
  SignedUrl: url('Echo', { AuthType: 'AWS_IAM', Cors: { AllowOrigins: ['*'] } }),
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
  Root: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } } },
};

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway(newProject({ 'template.json': JSON.stringify({ Resources: RESOURCES }) }).file('template.json'), {
      credentials: [{ ...KEY }, { ...KEY, accessKeyId: 'AKIDNONE', policy: { Statement: { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' } } }],
    });
  });
  afterAll(() => gateway.close());
  const urlOf = (name: string): string => gateway.apis.find((api) => api.name === name)?.url ?? '';

  test('each has a port of its own, after those of APIs', () => {
    expect(gateway.apis.map(({ name }) => name)).toEqual(['Pets', 'EchoUrl', 'FailsUrl', 'PlainUrl', 'SignedUrl', 'SlowUrl', 'StreamUrl']);
    expect(new Set(gateway.apis.map(({ url: own }) => new URL(own).port)).size).toBe(7);
  });

  test('a function gets format 2.0 of every method and path', async () => {
    const response = await fetch(`${urlOf('EchoUrl')}/prod/pets?x=1&x=2`, { method: 'POST', body: 'a=1', headers: { cookie: 'a=b', 'content-type': 'text/plain' } });
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.has('apigw-requestid')).toBe(false);
    expect(await response.json()).toMatchObject({
      version: '2.0', routeKey: '$default', rawPath: '/prod/pets', rawQueryString: 'x=1&x=2', cookies: ['a=b'], queryStringParameters: { x: '1,2' }, body: 'a=1', isBase64Encoded: false,
      requestContext: { accountId: 'anonymous', routeKey: '$default', stage: '$default', http: { method: 'POST', path: '/prod/pets' }, requestId: response.headers.get('x-amzn-requestid') },
    });
  });

  test('a response without a type is JSON, with cookies', async () => {
    const response = await fetch(urlOf('PlainUrl'));
    expect([response.status, response.headers.get('content-type'), response.headers.get('set-cookie'), await response.text()]).toEqual([202, 'application/json', 'a=1', 'hi']);
  });

  test.each([['a function that throws', 'FailsUrl'], ['a function that takes too long', 'SlowUrl']])('%s is a bad gateway', async (_, name) => {
    const response = await fetch(urlOf(name));
    expect([response.status, await response.text()]).toEqual([502, 'Internal Server Error']);
  });

  test('a response is streamed', async () => {
    const response = await fetch(urlOf('StreamUrl'));
    expect([response.status, response.headers.get('x-from'), await response.text()]).toEqual([201, 'stream', 'one two']);
  });

  test.each([
    ['an origin of the list', 'https://shop.test', [200, 'https://shop.test', 'GET', '60']], ['another origin', 'https://a.test', [200, null, null, null]],
  ])('preflights of %s are answered without the function', async (_, origin, expected) => {
    const { status, headers } = await fetch(urlOf('PlainUrl'), { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
    expect([status, ...['origin', 'methods'].map((name) => headers.get(`access-control-allow-${name}`)), headers.get('access-control-max-age')]).toEqual(expected);
  });

  test('preflights of a signed URL need no signature', async () => {
    const { status, headers } = await fetch(urlOf('SignedUrl'), { method: 'OPTIONS', headers: { 'origin': 'https://a.test', 'access-control-request-method': 'GET' } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  const signedFetch = (accessKeyId: string, service = 'lambda'): Promise<Response> => {
    const target = `${urlOf('SignedUrl')}/`;
    const request = { method: 'GET', url: target, headers: [{ name: 'Host', value: new URL(target).host }], body: undefined, timeoutMs: 1_000, maxBytes: 1_000 };
    const { headers } = signRequest(request, { credentials: { ...KEY, accessKeyId }, service, region: 'us-east-1', now: Date.parse('2025-01-15T12:00:00Z') });
    return fetch(target, { headers: headers.map(({ name, value }): [string, string] => [name, value]) });
  };

  test('a signed request is answered, and the function gets its signer', async () => {
    const response = await signedFetch('AKIDURL');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ requestContext: { accountId: '123456789012', authorizer: { iam: { accessKey: 'AKIDURL', accountId: '123456789012' } } } });
  });

  test.each<[string, () => Promise<Response>]>([
    ['without a signature', () => fetch(urlOf('SignedUrl'))], ['signed for another service', () => signedFetch('AKIDURL', 'execute-api')],
    ['of a caller who may not', () => signedFetch('AKIDNONE')],
  ])('a request %s is forbidden', async (_, send) => {
    const response = await send();
    expect([response.status, await response.text()]).toEqual([403, '{"Message":"Forbidden"}']);
  });
});

test.each<[string, object, RegExp]>([
  ['of nothing', { TargetFunctionArn: undefined }, /TargetFunctionArn/], ['without AuthType', { AuthType: undefined }, /AuthType/],
  ['with another AuthType', { AuthType: 'JWT' }, /AuthType/], ['with an AuthType that only a deployment knows', { AuthType: { 'Fn::ImportValue': 'x' } }, /AuthType/],
  ['with another mode', { InvokeMode: 'FAST' }, /InvokeMode/],
])('a URL %s answers 501', (_, properties, reason) => {
  const { specs, issues } = importFiles({ 'template.json': { Resources: { Echo: RESOURCES.Echo, EchoUrl: url('Echo', properties) } } });
  expect(specs[0]?.resources['/$default']?.methods.ANY?.integration).toMatchObject({ type: 'unavailable', reason: expect.stringMatching(reason) });
  expect(issues).toContainEqual(expect.objectContaining({ code: 'IMPORT_METHOD_UNAVAILABLE', message: expect.stringMatching(reason) }));
});

test('SAM: FunctionUrlConfig, with an alias', () => {
  const { specs, routes, codes } = importFiles({ 'template.yaml': `
Transform: AWS::Serverless-2016-10-31
Resources:
  Echo:
    Type: AWS::Serverless::Function
    Properties: {Handler: index.handler, Runtime: nodejs20.x, InlineCode: "exports.handler = 1;", AutoPublishAlias: live, FunctionUrlConfig: {AuthType: AWS_IAM, InvokeMode: RESPONSE_STREAM, Cors: {AllowOrigins: ['*']}}}
` });
  expect(codes).toEqual([]);
  expect(routes).toEqual(['ANY /$default AWS_IAM AWS_PROXY Echo']);
  expect(specs[0]).toMatchObject({ protocol: 'function-url', api: { name: 'EchoUrl', cors: { allowOrigins: ['*'] } }, resources: { '/$default': { methods: { ANY: { integration: { responseTransferMode: 'STREAM' } } } } } });
});

const serverless = (fnUrl: unknown) => importFiles({
  'serverless.yml': JSON.stringify({ service: 'shop', provider: { name: 'aws', runtime: 'nodejs20.x' }, functions: { pets: { handler: 'pets.handler', url: fnUrl } } }), 'pets.js': 'exports.handler = 1;',
});

test.each<[string, unknown, string]>([
  ['true', true, 'NONE AWS_PROXY'], ['settings', { cors: true, invokeMode: 'RESPONSE_STREAM' }, 'NONE AWS_PROXY'], ['an authorizer', { authorizer: 'aws_iam' }, 'AWS_IAM AWS_PROXY'],
])('serverless.yml: url: %s', (_, fnUrl, expected) => {
  const { routes, codes, apis } = serverless(fnUrl);
  expect([routes, codes, apis.map(({ name }) => name)]).toEqual([[`ANY /$default ${expected} PetsLambdaFunction`], [], ['PetsLambdaFunctionUrl']]);
});

test.each<[string, unknown]>([['a variable', '${env:NONE}'], ['an unknown authorizer', { authorizer: '${env:NONE}' }], ['another authorizer', { authorizer: { name: 'guard' } }]])('serverless.yml: url with %s answers 501', (_, fnUrl) => {
  expect(serverless(fnUrl).specs[0]?.resources['/$default']?.methods.ANY?.integration.type).toBe('unavailable');
});
