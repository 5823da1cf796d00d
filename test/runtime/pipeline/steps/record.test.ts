import {
  AccessLogDestination, AccessLogFormat, Api, Duration, MethodLoggingLevel, MockIntegration, ProxyIntegration,
} from 'synthgate';
import type { AccessLogEntry } from 'synthgate/runtime';
import { declareGateway, functionOf, moduleOf, type DeclaredGateway } from '../../../support/declared-gateway';
import { sendRequest } from '../../../support/http-client';

const lines: AccessLogEntry[] = [];
let gateway: DeclaredGateway;
let now = Date.UTC(2025, 10, 21, 0, 18, 3);

beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Logged', {
      deployOptions: {
        accessLogFormat: AccessLogFormat.custom('$context.requestId $context.httpMethod $context.resourcePath $context.status $context.integrationStatus $context.error.responseType $context.identity.userAgent'),
        accessLogDestination: AccessLogDestination.file('access.log'),
        cachingEnabled: true,
        cacheTtl: Duration.seconds(60),
        methodOptions: {
          '/info/GET': { loggingLevel: MethodLoggingLevel.INFO },
          '/trace/GET': { loggingLevel: MethodLoggingLevel.INFO, dataTraceEnabled: true },
          '/fail/GET': { loggingLevel: MethodLoggingLevel.ERROR },
          '/count/GET': { requireAuthorizationForCacheControl: false },
        },
      },
    });
    const count = moduleOf(app, 'Count', 'let count = 0; exports.handler = async () => ({ statusCode: 200, body: String(++count) });');
    const hello = functionOf(app, 'Hello', '() => ({ statusCode: 200, body: "hello" })');
    const fail = functionOf(app, 'Fail', '(event) => { if (event.queryStringParameters) throw new Error("boom"); return { statusCode: 200 }; }');
    api.root.addResource('hello').addMethod('POST', hello);
    api.root.addResource('info').addMethod('GET', hello);
    api.root.addResource('trace').addMethod('GET', hello);
    api.root.addResource('fail').addMethod('GET', new ProxyIntegration(fail, { cacheKeyParameters: ['method.request.querystring.x'] }), {
      requestParameters: { 'method.request.querystring.x': false },
    });
    const counter = api.root.addResource('count');
    counter.addMethod('GET', count);
    counter.addMethod('POST', count);
    api.root.addResource('mock').addMethod('GET', new MockIntegration());
  }, { now: () => now, accessLog: (entry) => lines.push(entry) });
});
afterAll(() => gateway.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => sendRequest(`${gateway.url}/prod/${path}`, { method, headers });
const executionLog = () => gateway.log.filter(({ fields }) => fields?.executionLog !== undefined).map(({ message }) => message);

describe('access log', () => {
  test.each([
    ['hello', 'POST', 'POST /hello 200 200 - -'],
    ['mock', 'GET', 'GET /mock 200 - - -'],
    ['fail?x=1', 'GET', 'GET /fail 502 200 DEFAULT_5XX -'],
    ['nowhere', 'GET', 'GET - 403 - MISSING_AUTHENTICATION_TOKEN -'],
  ])('a line about %s', async (path, method, line) => {
    const answer = await get(path, {}, method);
    expect(lines.at(-1)).toEqual({
      api: expect.any(String), stage: 'prod', destination: 'access.log', line: `${answer.headers['x-amzn-requestid']} ${line}`,
    });
  });

  test('what a client sends is one field', async () => {
    await get('mock', { 'User-Agent': 'a" \\b' });
    expect(lines.at(-1)?.line).toMatch(/ - - a\\" \\\\b$/);
  });

  test('a stage that does not exist has none', async () => {
    const before = lines.length;
    await sendRequest(`${gateway.url}/nowhere/mock`);
    expect(lines).toHaveLength(before);
  });
});

describe('execution log', () => {
  const secret = 'Bearer very-secret-token-of-somebody';

  test('INFO logs the steps and nothing that the client sent', async () => {
    const { headers } = await get('info?a=b', { Authorization: secret });
    const id = headers['x-amzn-requestid'];
    expect(executionLog().at(-1)?.split('\n')).toEqual([
      `Extended Request Id: ${headers['x-amz-apigw-id']}`,
      expect.stringMatching(`Verifying Usage Plan for request: ${id}\\. API Key:  API Stage: \\w+/prod$`),
      'API Key  authorized because method \'GET /info\' does not require API Key. Request will not contribute to throttle or quota limits',
      expect.stringMatching(/Usage Plan check succeeded for API Key {2}and API Stage \w+\/prod$/),
      `Starting execution for request: ${id}`,
      'HTTP Method: GET, Resource Path: /info',
      'Successfully completed execution',
      'Method completed with status: 200',
      expect.stringMatching(/AWS Integration Endpoint RequestId : [0-9a-f-]{36}$/),
    ].map((line) => (typeof line === 'string' ? `(${id}) ${line}` : line)));
  });

  test('with data trace it logs headers and bodies, with credentials masked', async () => {
    await get('trace?a=b', { Authorization: secret, 'X-Api-Key': 'key-0123456789-abcdefgh' });
    const text = executionLog().at(-1) ?? '';
    expect(text).toContain('Method request query string: {a=b}');
    expect(text).toContain('Method response body after transformations: hello');
    expect(text).toMatch(/Authorization=\*+mebody/);
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain('key-0123');
  });

  test('ERROR logs failed requests only', async () => {
    const before = executionLog().length;
    await get('fail');
    expect(executionLog()).toHaveLength(before);
    await get('fail?x=2');
    expect(executionLog().at(-1)).toMatch(/customer function error: boom[\s\S]*Method completed with status: 502\n.*AWS Integration Endpoint RequestId : [0-9a-f-]{36}$/);
  });
});

describe('response cache', () => {
  test('GET is answered from the cache until its time is over; POST never is', async () => {
    const first = (await get('count')).text;
    expect((await get('count?other=query')).text).toBe(first);
    expect((await get('count', {}, 'POST')).text).not.toBe(first);
    expect((await get('count', {}, 'POST')).text).not.toBe((await get('count', {}, 'POST')).text);
    now += 60_000;
    expect((await get('count')).text).not.toBe(first);
  });

  test('a cached answer has ids and a trace of its own', async () => {
    const [one, other] = [await get('count'), await get('count')];
    expect(other.text).toBe(one.text);
    expect(other.headers['x-amzn-requestid']).not.toBe(one.headers['x-amzn-requestid']);
    expect(other.headers['x-amzn-trace-id']).not.toBe(one.headers['x-amzn-trace-id']);
  });

  test('Cache-Control: max-age=0 brings a new one, and a reload as well', async () => {
    const first = (await get('count')).text;
    const second = (await get('count', { 'Cache-Control': 'max-age=0' })).text;
    expect(second).not.toBe(first);
    expect((await get('count')).text).toBe(second);
    await gateway.serving.reload();
    expect((await get('count')).text).not.toBe(second);
  });
});
