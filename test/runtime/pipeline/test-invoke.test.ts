import type { IntegrationInput } from '../../../lib/constructs/spec-input';
import type { CompileOptions } from '../../../lib/runtime/pipeline/compile';
import type { LoadedApi } from '../../../lib/runtime/plan/loaded';
import type { InvocationOutcome, LogEntry } from '../../../lib/runtime/ports';
import { testInvoke } from '../../../lib/runtime/pipeline/test-invoke';
import type { TestInvokeRequest } from '../../../lib/runtime/pipeline/test-invocation';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { readSpec, type GatewaySpecInput } from '../../../lib/spec';
import { compileContext } from '../../support/integrations';
import { noSandbox } from '../../support/sandbox';

const MAPPED: IntegrationInput = { type: 'mapped', function: 'fn', responses: [{ statusCode: '200' }] };

const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'api', name: 'Test' },
  functions: { fn: { code: 'fn', handler: 'index.handler' } },
  requestValidators: { all: { validateRequestParameters: true } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/pets': {
      id: 'pets',
      methods: {
        POST: { integration: { type: 'proxy', function: 'fn' } },
        PUT: { integration: MAPPED, methodResponses: { 200: {} } },
        ANY: { integration: { type: 'proxy', function: '${stageVariables.target}' } },
        GET: { integration: { type: 'proxy', function: 'fn' }, apiKeyRequired: true, authorization: { type: 'AWS_IAM' } },
      },
    },
    '/broken': {
      id: 'broken',
      methods: { GET: { integration: { ...MAPPED, requestTemplates: { 'application/json': '#foreach($i in [1..1001])$i#end' } }, methodResponses: { 200: {} } } },
    },
    '/backend': { id: 'backend', methods: { GET: { integration: { type: 'http-proxy', uri: 'http://' + '${stageVariables.none}' } } } },
    '/checked': {
      id: 'checked',
      methods: {
        GET: { integration: { type: 'proxy', function: 'fn' }, requestValidator: 'all', requestParameters: { 'method.request.querystring.q': true } },
      },
    },
  },
};

const CHAT: GatewaySpecInput = {
  format: 'synthgate/1',
  protocol: 'websocket',
  api: { id: 'chat', name: 'Chat' },
  functions: { fn: { code: 'fn', handler: 'index.handler' } },
  resources: Object.fromEntries(['$connect', '$disconnect', 'say'].map((key) => [`/${key}`, { id: key.replace('$', ''), methods: { ANY: { integration: { type: 'proxy', function: 'fn' } } } }])),
};

const CODE = { fn: { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) } };

/** Asks an API that has no stages; `calls` are those of its functions. */
async function send(
  request: TestInvokeRequest, outcome: InvocationOutcome = { type: 'result', payload: '{"statusCode":201,"body":"hi"}' }, spec = SPEC,
) {
  const context = compileContext({ outcome });
  const { engine, http } = context;
  const logged: LogEntry[] = [];
  const ports = { ...context.ports, log: (entry: LogEntry) => void logged.push(entry) };
  const throttling = createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports);
  const settings = { accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values: {}, functionEnvironment: {}, explains: false };
  const options: CompileOptions = { ...settings, engine, http, ports, throttling, run: noSandbox };
  const api: LoadedApi = { name: 'Test', definition: readSpec(spec, 'test').spec, code: CODE, stages: [] };
  const result = await testInvoke(api, request, options);
  const lines = result.log.split('\n').slice(1, -1).map((line) => line.replace(/^.{31}/, ''));
  return { result, lines, logged, event: context.calls.length === 0 ? undefined : JSON.parse(context.calls[0].call.payload) };
}

test('a proxy function sees the test stage, and exactly what the call gives', async () => {
  const { result, event } = await send({ resource: '/pets', method: 'POST', pathWithQueryString: '/pets?a=1', headers: { A: 'b' }, stageVariables: { v: 'w' } });
  expect(result).toMatchObject({ status: 201, body: 'hi', headers: { 'Content-Type': 'application/json' }, latency: 0 });
  expect(Object.keys(result.headers)).toEqual(['X-Amzn-Trace-Id', 'Content-Type']);
  expect(event).toMatchObject({
    resource: '/pets', path: '/pets', httpMethod: 'POST', headers: { A: 'b' }, queryStringParameters: { a: '1' }, stageVariables: { v: 'w' }, body: null,
    requestContext: { stage: 'test-invoke-stage', path: '/pets', domainName: 'testPrefix.testDomainName', domainPrefix: 'testPrefix' },
  });
  expect(event.requestContext.identity.sourceIp).toBe('test-invoke-source-ip');
});

test('without headers the event has none, as null', async () => {
  const { event } = await send({ resource: '/pets', method: 'POST' });
  expect([event.headers, event.multiValueHeaders, event.queryStringParameters]).toEqual([null, null, null]);
});

test('headers with several values are lines of their own and go before single ones', async () => {
  const { event } = await send({ resource: '/pets', method: 'POST', headers: { a: '0', B: '3' }, multiValueHeaders: { A: ['1', '2'] } });
  expect(event.multiValueHeaders).toEqual({ A: ['1', '2'], B: ['3'] });
});

test('the log has the call of the function between request and response', async () => {
  const { lines } = await send({ resource: '/pets', method: 'POST', body: JSON.stringify('x'.repeat(998)) });
  expect(lines.map((line) => line.replace(/:.*/s, ''))).toEqual([
    'Starting execution for request', 'HTTP Method', 'Method request path', 'Method request query string', 'Method request headers',
    'Method request body before transformations', 'Endpoint request URI', 'Endpoint request headers', 'Endpoint request body after transformations',
    'Sending request to https', 'Received response. Status', 'Endpoint response headers', 'Endpoint response body before transformations',
    'Method response body after transformations', 'Method response headers', 'Successfully completed execution', 'Method completed with status',
  ]);
  expect(lines[6]).toBe('Endpoint request URI: https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:fn/invocations');
  expect(lines[8]).toMatch(/^Endpoint request body after transformations: .{998} \[TRUNCATED\]$/);
});

test('the log of a mapped function shows what the mapping made', async () => {
  const { lines, result } = await send({ resource: '/pets', method: 'PUT', body: '{"a":1}' }, { type: 'result', payload: '{"b":2}' });
  expect(lines).toContain('Endpoint request body after transformations: {"a":1}');
  expect(lines).toContain('Endpoint response body before transformations: {"b":2}');
  expect([result.status, result.body]).toEqual([200, '{"b":2}']);
});

test('authorizer, API key and limits do not apply', async () => {
  expect((await send({ resource: '/pets', method: 'GET' })).result.status).toBe(201);
});

test('validation is', async () => {
  const { result, lines } = await send({ resource: '/checked', method: 'GET' });
  expect([result.status, result.body]).toEqual([400, '{"message": "Missing required request parameters: [q]"}']);
  expect(lines.slice(-2)).toEqual(['Missing required request parameters: [q]', 'Method completed with status: 400']);
});

test('a failure has the error type as its only header', async () => {
  const { result, lines } = await send({ resource: '/pets', method: 'POST' }, { type: 'result', payload: '"text"' });
  expect([result.status, result.headers]).toEqual([502, { 'x-amzn-ErrorType': 'InternalServerErrorException' }]);
  expect(lines.slice(-2)).toEqual([
    'Execution failed due to configuration error: Malformed Lambda proxy response', 'Method completed with status: 502',
  ]);
});

test('a function\'s error is logged with its response', async () => {
  const { lines } = await send({ resource: '/pets', method: 'POST' }, { type: 'function-error', payload: '{"errorMessage":"boom"}', errorMessage: 'boom' });
  expect(lines).toContain('Endpoint response body before transformations: {"errorMessage":"boom"}');
  expect(lines.at(-2)).toMatch(/^Lambda execution failed with status 200 due to customer function error: boom\. Lambda request id: /);
});

test('the execution log says that a template failed in the words of the service, and the log of the gateway says why', async () => {
  const { lines, logged } = await send({ resource: '/broken', method: 'GET' });
  expect(lines.at(-2)).toBe('Execution failed due to configuration error: Unable to transform request');
  expect(logged).toMatchObject([{ level: 'warn', code: 'TEMPLATE_FAILED', message: expect.stringContaining('a range of 1001 items') }]);
});

test('a stage variable that is not given names no function', async () => {
  const { lines } = await send({ resource: '/pets', method: 'DELETE' });
  expect(lines.at(-2)).toBe('Execution failed due to configuration error: Invalid permissions on Lambda function');
  const named = await send({ resource: '/pets', method: 'DELETE', stageVariables: { target: 'fn' } });
  expect(named.result.status).toBe(201);
});

test.each([['/pets/{id}', 'GET'], ['/checked', 'POST'], ['/', 'GET']])('%s %s is not in the definition', async (resource, method) => {
  await expect(send({ resource, method })).rejects.toMatchObject({ code: 'METHOD_UNDEFINED' });
});

describe('a route of a WebSocket API', () => {
  const routed = (key: string, more: Partial<TestInvokeRequest> = {}) => send({ resource: `/${key}`, method: 'ANY', ...more }, undefined, CHAT);

  test('gets the event of a message, with its body', async () => {
    const { event, result } = await routed('say', { body: '{"action":"say"}' });
    expect(event).toMatchObject({
      body: '{"action":"say"}',
      requestContext: { eventType: 'MESSAGE', routeKey: 'say', messageId: expect.any(String), connectionId: expect.stringMatching(/=$/), stage: 'test-invoke-stage' },
    });
    expect([result.status, event.headers]).toEqual([201, undefined]);
  });

  test('gets that of a handshake, with its headers and query', async () => {
    const { event } = await routed('$connect', { pathWithQueryString: '/$connect?a=1', headers: { 'user-agent': 'me', 'x-b': '2' } });
    expect(event).toMatchObject({
      headers: { 'User-Agent': 'me', 'X-B': '2' }, queryStringParameters: { a: '1' },
      requestContext: { eventType: 'CONNECT', routeKey: '$connect', identity: { userAgent: 'me' } },
    });
    expect(event.requestContext).not.toHaveProperty('messageId');
  });

  test('gets that of an end', async () => {
    const { event } = await routed('$disconnect');
    expect(event.requestContext).toMatchObject({ eventType: 'DISCONNECT', disconnectStatusCode: 1005, disconnectReason: 'Client-side close frame status not set' });
  });

  test.each([
    ['$connect', { body: 'x' }, { option: 'body', given: '1 characters', allowed: 'none: the event of $connect has no body' }],
    ['say', { headers: { a: 'b' } }, { option: 'headers', given: 'a' }],
    ['$disconnect', { multiValueHeaders: { a: ['b'] } }, { option: 'headers', given: 'a' }],
  ])('%s with %j is refused', async (key, more, details) => {
    await expect(routed(key, more)).rejects.toMatchObject({ code: 'OPTION_INVALID', details });
  });
});
