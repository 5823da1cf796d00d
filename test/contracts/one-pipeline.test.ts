import fc from 'fast-check';
import type { EventRoute } from '../../lib/runtime/plan/exchange';
import { rawEvent } from '../../lib/runtime/functions/host/raw-event';
import { decodeRawCall } from '../../lib/runtime/functions/wire/raw-call';
import { eventStage, FunctionEvent } from '../../lib/runtime/integrations/function-event';
import type { InvocationOutcome } from '../../lib/runtime/ports';
import { createHttpClient } from '../../lib/runtime/system/http-client';
import { readSimpleHead } from '../../lib/runtime/server/simple-head';
import type { GatewaySpecInput } from '../../lib/spec';
import { decision, openIssuer, sign, type TestIssuer } from '../support/authorizers';
import { plan, routed, stage } from '../support/exchange';
import { openNodeParser, type NodeParser } from '../support/pipeline/node-parser';
import { openTwoReadings, simpleRequest, type Outcome, type TwoReadings } from '../support/pipeline/two-readings';

/*
 * The reader of simple heads and Node's parser lead into one pipeline: whoever reads a request, its function gets the same
 * event, its client the same answer, and the logs the same lines. By the first, the event is made in the function's process
 * from the request's own bytes and the result comes back as text; by the second, both are JSON that the gateway makes and reads.
 */

const KEY = 'a-key-of-twenty-characters';
const proxy = { integration: { type: 'proxy', function: 'fn' } } as const;

/** All kinds of callers on one API. */
function definition(endpointType: 'EDGE' | 'REGIONAL', issuer: string): GatewaySpecInput {
  const proxyWith = (authorization: object) => ({ ...proxy, authorization });
  const mock = { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] };
  const mapped = { type: 'mapped', function: 'fn', requestTemplates: { 'application/json': '{"q": "$input.params(\'a\')", "b": $input.body}' }, responses: [{ statusCode: '200' }] };
  const cors = { methods: ['ANY'], allowOrigins: ['https://a.test', 'https://b.test'], allowHeaders: ['*'], allowMethods: ['GET'], allowCredentials: false, exposeHeaders: [], statusCode: 200 };
  return {
    format: 'synthgate/1',
    api: { id: 'api123', name: 'Test', endpointType, binaryMediaTypes: ['image/*'] },
    functions: { fn: { code: 'fn', handler: 'index.handler' }, Auth: { code: 'fn', handler: 'index.handler' } },
    authorizers: {
      Auth: { type: 'token', function: 'Auth', resultsCacheTtlSeconds: 0 },
      Pool: { type: 'jwt', issuer, audience: ['pets'] },
    },
    stages: {
      prod: { variables: { color: 'red', __proto: 'x' } },
      bare: {},
      base: { canary: { percentTraffic: 10 } },
      canary: { canary: { percentTraffic: 90, stageVariableOverrides: { color: 'blue' } } },
      logged: { accessLog: { format: '$context.requestId $context.httpMethod $context.path $context.status $context.responseLength $context.identity.userAgent $context.authorizer.principalId $context.identity.apiKeyId $context.error.message' } },
    },
    apiKeys: { Key: { value: KEY } },
    usagePlans: { Plan: { keys: ['Key'], stages: { prod: {}, bare: {}, base: {}, canary: {}, logged: {} } } },
    requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
    models: { Pet: { schema: { type: 'object', required: ['a'] } } },
    resources: {
      '/': { id: 'root' },
      '/pets': { id: 'pets', methods: { ANY: proxy } },
      '/pets/{petId}': { id: 'pet', methods: { GET: proxy, POST: proxy, DELETE: proxy } },
      '/all/{proxy+}': { id: 'all', methods: { ANY: proxy } },
      '/key': { id: 'key', methods: { ANY: { ...proxy, apiKeyRequired: true } } },
      '/auth': { id: 'auth', methods: { ANY: proxyWith({ type: 'CUSTOM', authorizer: 'Auth' }) } },
      '/claims': { id: 'claims', methods: { ANY: proxyWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Pool' }) } },
      '/iam': { id: 'iam', methods: { ANY: proxyWith({ type: 'AWS_IAM' }) } },
      '/both': { id: 'both', methods: { ANY: { ...proxyWith({ type: 'CUSTOM', authorizer: 'Auth' }), apiKeyRequired: true } } },
      '/checked': {
        id: 'checked',
        methods: { POST: { ...proxy, requestValidator: 'All', requestParameters: { 'method.request.querystring.a': true }, requestModels: { 'application/json': 'Pet' } } },
      },
      '/cors': { id: 'cors', cors, methods: { ANY: proxy } },
      '/mock': { id: 'mock', methods: { ANY: { integration: mock, methodResponses: { 200: {} } } } },
      '/mapped': { id: 'mapped', methods: { ANY: { integration: mapped, methodResponses: { 200: {} } } } },
    },
  } as unknown as GatewaySpecInput; // a literal of the input's shape; complete() reads it
}

const GOOD: InvocationOutcome = { type: 'result', payload: '{"statusCode":200,"body":"ok"}' };
const ALLOWED: InvocationOutcome = { type: 'result', payload: JSON.stringify(decision({ context: { tenant: 'T\u00fcr', n: 7, ok: true } })) };

const http = createHttpClient();
let parser: NodeParser;
let issuer: TestIssuer;
let gateways: Readonly<Record<string, TwoReadings>>;
let token = '';
let current: InvocationOutcome = GOOD;

beforeAll(async () => {
  issuer = await openIssuer();
  token = await issuer.token({ sub: 'user-\u00fc', scope: 'a b' });
  parser = await openNodeParser(() => 0);
  const outcome = (name: string): InvocationOutcome => (name === 'Auth' ? ALLOWED : current);
  const surroundings = { parser, outcome, http: http.request };
  gateways = {
    EDGE: openTwoReadings(definition('EDGE', issuer.url), surroundings),
    REGIONAL: openTwoReadings(definition('REGIONAL', issuer.url), surroundings),
  };
});
afterAll(async () => {
  await Promise.all([parser.close(), issuer.close(), http.close()]);
});

interface Exchange {
  readonly gateway: string;
  readonly bytes: string;
}

/** Asks in both ways. */
async function both({ gateway, bytes }: Exchange): Promise<{ readonly simple: Outcome; readonly parsed: Outcome }> {
  const { simple, parsed } = gateways[gateway];
  return { simple: await simple(bytes), parsed: await parsed(bytes) };
}

async function expectSame(exchange: Exchange): Promise<Outcome> {
  const { simple, parsed } = await both(exchange);
  const { isRaw, ...answer } = simple;
  const { isRaw: never, ...expected } = parsed;
  expect(answer).toEqual(expected);
  expect(never).toBe(false);
  return { ...answer, isRaw };
}

const head = (line: string, ...headers: readonly string[]) => [line, 'Host: api.test', ...headers, '', ''].join('\r\n');
const withBody = (line: string, body: string, ...headers: readonly string[]) => head(line, ...headers, `Content-Length: ${body.length}`) + body;

describe('a request with a simple head is the same request', () => {
  const bearer = (): string => `Authorization: ${token}`;
  const key = `X-Api-Key: ${KEY}`;
  const signed = (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = sign({ path, headers });
    return head(`GET ${request.path ?? ''} HTTP/1.1`, ...Object.entries(request.headers ?? {}).filter(([name]) => name !== 'Host').map((pair) => pair.join(': ')));
  };
  const line = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1`;

  test.each<[string, () => string, number]>([
    ['a path parameter', () => head(line('/prod/pets/7')), 200],
    ['a path parameter with odd characters', () => head(line('/prod/pets/a~b!$&\'()*+,;=:@')), 200],
    ['a greedy part', () => head(line('/prod/all/a/b/', 'DELETE')), 200],
    ['a query', () => head(line('/prod/pets?a=1&a=2&__proto__=x&b&c=&=d&e=%20%zz+f;g=h&%C3%A4=%C3')), 200],
    ['duplicate names', () => head(line('/prod/pets'), 'X-A: 1', 'x-a: 2', 'X-B: 3', 'X-A: 4'), 200],
    ['names that mean something to JavaScript', () => head(line('/prod/pets'), 'constructor: a', 'toString: b', 'hasOwnProperty: c', '7: d', '1: e'), 200],
    ['empty values and spaces', () => head(line('/prod/pets'), 'X-A:', 'X-B:   b  c   ', 'X-C:d'), 200],
    ['X-Forwarded-For in two lines', () => head(line('/prod/pets'), 'X-Forwarded-For: 192.0.2.9, 192.0.2.10', 'x-forwarded-for: a'), 200],
    ['headers of the edge', () => head(line('/prod/pets'), 'Via: 1.1 me', 'X-Forwarded-Proto: ftp', 'CloudFront-Viewer-Country: XX', 'X-Amz-Cf-Id: x'), 200],
    ['a trace', () => head(line('/prod/pets'), 'X-Amzn-Trace-Id: Root=1-a;Parent=b;Sampled=1;Other=c'), 200],
    ['half a trace', () => head(line('/prod/pets'), 'x-amzn-trace-id: Root=1-a'), 200],
    ['dropped headers', () => head(line('/prod/pets'), 'Max-Forwards: 1', 'Content-MD5: x', 'Server: me', 'WWW-Authenticate: x'), 200],
    ['a signature that nobody asks for', () => head(line('/prod/pets'), 'Authorization: AWS4-HMAC-SHA256 Credential=a'), 200],
    ['a bearer token that nobody asks for', () => head(line('/prod/pets'), 'Authorization: Bearer a'), 200],
    ['a body', () => withBody(line('/prod/pets/7', 'POST'), '{"a":"\u00c3\u00a4"}', 'Content-Type: application/json'), 200],
    ['a body that is not UTF-8', () => withBody(line('/prod/pets', 'PUT'), '\u00ff\u00fe\u0000\u00c3', 'Content-Type: text/plain'), 200],
    ['a binary body', () => withBody(line('/prod/pets', 'PUT'), '\u00ff\u0000\r\n\r\n', 'content-type: image/png; a=b'), 200],
    ['a body that is not JSON', () => withBody(line('/prod/pets', 'POST'), '{', 'Content-Type: application/json;a=b'), 400],
    ['a body that a validator refuses', () => withBody(line('/prod/checked?a=1', 'POST'), '{}', 'Content-Type: application/json'), 400],
    ['a missing parameter', () => withBody(line('/prod/checked', 'POST'), '{"a":1}', 'Content-Type: application/json'), 400],
    ['a body that a validator takes', () => withBody(line('/prod/checked?a=1', 'POST'), '{"a":1}', 'Content-Type: application/json'), 200],
    ['an API key', () => head(line('/prod/key'), key), 200],
    ['a wrong API key', () => head(line('/prod/key'), `${key}x`), 403],
    ['a missing API key', () => head(line('/prod/key')), 403],
    ['an authorizer function', () => head(line('/prod/auth'), 'Authorization: any'), 200],
    ['a missing token', () => head(line('/prod/auth')), 401],
    ['an authorizer function and an API key', () => head(line('/prod/both'), 'Authorization: any', key), 200],
    ['claims', () => head(line('/prod/claims'), bearer()), 200],
    ['no claims', () => head(line('/prod/claims'), 'Authorization: Bearer x.y.z'), 401],
    ['a signed request', () => signed('/prod/iam?a=1', { 'X-A': 'b' }), 200],
    ['a signed request that was changed', () => signed('/prod/iam?a=1').replace('a=1', 'a=2'), 403],
    ['the base deployment of a stage with a canary', () => head(line('/base/pets')), 200],
    ['a canary', () => head(line('/canary/pets')), 200],
    ['a stage with an access log', () => head(line('/logged/pets'), 'User-Agent: a"\\b'), 200],
    ['a preflight', () => head(line('/prod/cors', 'OPTIONS'), 'Origin: https://b.test'), 200],
    ['a function behind CORS', () => head(line('/prod/cors'), 'Origin: https://b.test', 'X-Synthgate-Explain: 1'), 200],
    ['a mock', () => head(line('/prod/mock')), 200],
    ['a mapped function', () => withBody(line('/prod/mapped?a=%20b', 'POST'), '{}', 'Content-Type: application/json'), 200],
    ['an unknown path', () => head(line('/prod/cats'), 'X-Synthgate-Explain: 1'), 403],
    ['an unknown stage', () => head(line('/other/pets')), 403],
  ])('%s', async (_, bytes, status) => {
    current = GOOD;
    for (const gateway of ['EDGE', 'REGIONAL']) {
      const { reply } = await expectSame({ gateway, bytes: bytes() });
      expect(reply).toMatchObject({ status });
    }
  });

  test('who calls is in the event that is made of the request\'s own bytes', async () => {
    current = GOOD;
    const contextOf = async (bytes: string, isMadeByProcess = true) => {
      const { reply, isRaw, events } = await expectSame({ gateway: 'EDGE', bytes });
      expect([reply, isRaw]).toEqual([expect.objectContaining({ status: 200 }), isMadeByProcess]);
      return (JSON.parse(events.at(-1) ?? '') as { requestContext: Record<string, Record<string, unknown>> }).requestContext;
    };
    expect((await contextOf(head(line('/prod/auth'), 'Authorization: any'))).authorizer).toMatchObject({ tenant: 'T\u00fcr', principalId: 'user-1' });
    expect((await contextOf(head(line('/prod/claims'), bearer()))).authorizer.claims).toMatchObject({ sub: 'user-\u00fc' });
    expect((await contextOf(head(line('/prod/key'), key))).identity).toMatchObject({ apiKey: KEY, apiKeyId: 'Key' });
    // a signed request is another one behind the gateway: its function sees what was signed
    expect((await contextOf(signed('/prod/iam'), false)).identity.accessKey).toBe('AKIDEXAMPLE');
    expect((await contextOf(head(line('/canary/pets')))).isCanaryRequest).toBe(true);
    expect((await contextOf(head(line('/base/pets')))).isCanaryRequest).toBe(false);
  });

  test('where a log shows the event the gateway makes it', async () => {
    current = GOOD;
    const { isRaw, accessLog } = await expectSame({ gateway: 'EDGE', bytes: head(line('/logged/pets')) });
    expect([isRaw, accessLog.length]).toEqual([false, 1]);
  });
});

test('where the account has no token left both are refused', async () => {
  const { simple, parsed } = openTwoReadings(definition('EDGE', issuer.url), { parser, outcome: () => GOOD, limit: { rateLimit: 0, burstLimit: 1 } });
  const bytes = head('GET /prod/pets HTTP/1.1');
  expect((await simple(bytes)).reply.status).toBe(200);
  const refused = await simple(bytes);
  expect(refused.reply.status).toBe(429);
  expect(await parsed(bytes)).toEqual(refused);
});

const word = fc.string({ unit: fc.constantFrom(...'aB1-'), minLength: 1, maxLength: 6 });
const headerName = fc.oneof(word, fc.constantFrom(
  'User-Agent', 'user-agent', 'Accept', 'Cookie', 'X-Forwarded-For', 'x-forwarded-for', 'X-Forwarded-Proto', 'Via', 'X-Amzn-Trace-Id', 'Origin', 'Max-Forwards', 'constructor',
  'Authorization', 'authorization', 'X-Api-Key', 'X-Synthgate-Explain', 'Content-MD5', 'CloudFront-Viewer-Country', 'HOST-1', '7',
));
const headerValue = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab ,;=:1"'), maxLength: 12 }),
  fc.constantFrom('Root=1-a', 'Root=1-a;Parent=b', 'image/png', 'iPhone', '192.0.2.9', KEY, 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, SignedHeaders=host, Signature=0', '__proto__'),
);
const query = fc.oneof(fc.constant(''), fc.string({ unit: fc.constantFrom(...'ab1&=%+;_', '__proto__', '%20', '%C3%A4', '%zz', 'a=1&'), maxLength: 8 }).map((text) => `?${text}`));
const bytesOfBody = fc.oneof(
  fc.constantFrom('', '{}', '{"a":"\u00c3\u00a4"}', '{"a":1}', 'x', '\u00ff\u0000'),
  fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 12 }),
);
const description = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'),
  stage: fc.constantFrom('prod', 'prod', 'bare', 'base', 'canary', 'logged'),
  path: fc.constantFrom('/pets', '/pets/7', '/pets/a~b/', '/all/x/y', '/all/:1', '/key', '/auth', '/claims', '/iam', '/both', '/checked', '/cors', '/mock', '/mapped', '/none'),
  query,
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }),
  caller: fc.constantFrom('nobody', 'token', 'key', 'signature', 'token and key'),
  type: fc.constantFrom(undefined, 'text/plain', 'image/png', 'application/json', 'Application/JSON; charset=utf-8'),
  body: bytesOfBody,
});

type Description = typeof description extends fc.Arbitrary<infer Value> ? Value : never;

/** The bytes of a request; undefined where its head is not simple. */
function bytesOf({ method, stage, path, query: text, headers, caller, type, body }: Description): string | undefined {
  const target = `/${stage}${path}${text}`;
  const credentials: string[] = [];
  if (caller.includes('token')) credentials.push(`Authorization: ${token}`);
  if (caller.includes('key')) credentials.push(`X-Api-Key: ${KEY}`);
  if (caller === 'signature') {
    const signed = sign({ method, path: target, body: Buffer.from(body, 'latin1').toString() });
    credentials.push(...Object.entries(signed.headers ?? {}).filter(([name]) => /^(x-amz-date|authorization)$/i.test(name)).map((pair) => pair.join(': ')));
  }
  const own = [...headers.map((pair) => pair.join(': ')), ...credentials, ...(type === undefined ? [] : [`Content-Type: ${type}`])];
  const bytes = withBody(`${method} ${target} HTTP/1.1`, body, ...own);
  return readSimpleHead(bytes, 0) === undefined ? undefined : bytes;
}

const resultHeader = fc.oneof(word, fc.constantFrom(
  'Content-Type', 'content-type', 'X-Amzn-RequestId', 'x-amzn-trace-id', 'Via', 'Date', 'Server', 'Connection', 'TE', 'Content-Length', '__proto__', 'a b', 'Set-Cookie', 'Access-Control-Allow-Origin',
));
const resultValue = fc.oneof(word, fc.constantFrom<unknown>('', 'a\nb', '\u00e9', '\u20ac', 7, true, null, {}));
const result = fc.record({
  statusCode: fc.constantFrom<unknown>(200, 201, 204, 304, 404, 500, 599, 600, 99, 200.5, '200', null),
  headers: fc.oneof(fc.constantFrom<unknown>(undefined, null, [], 'x'), fc.dictionary(resultHeader, resultValue, { maxKeys: 4 })),
  multiValueHeaders: fc.constantFrom<unknown>(undefined, undefined, { 'X-A': ['1', '2'] }),
  body: fc.constantFrom<unknown>('', 'text', '\u00e4\u20ac\ud800', null, 7, '<svg/>'),
  isBase64Encoded: fc.constantFrom<unknown>(undefined, false, true, 'no'),
  other: fc.constantFrom<unknown>(undefined, undefined, undefined, 1),
}, { requiredKeys: [] });
const outcome: fc.Arbitrary<InvocationOutcome> = fc.oneof(
  { weight: 8, arbitrary: result.map((value) => ({ type: 'result' as const, payload: JSON.stringify(value) })) },
  { weight: 1, arbitrary: fc.constantFrom('null', '[]', '"text"', '{', '').map((payload) => ({ type: 'result' as const, payload })) },
  { weight: 1, arbitrary: fc.constantFrom<InvocationOutcome>(
    { type: 'function-error', payload: '{"errorMessage":"no"}', errorMessage: 'no' }, { type: 'timeout', timeoutMs: 3_000, limit: 'function' },
    { type: 'timeout', timeoutMs: 3_000, limit: 'caller' },
    { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'gone' }, { type: 'throttled' },
  ) },
);

test('both parsers yield the same event, the same response, the same log', async () => {
  const answers = new Set<number>();
  let raw = 0;
  await fc.assert(fc.asyncProperty(fc.constantFrom('EDGE', 'REGIONAL'), description, outcome, async (gateway, given, came) => {
    const bytes = bytesOf(given);
    fc.pre(bytes !== undefined);
    current = came;
    const { reply: { status }, isRaw } = await expectSame({ gateway, bytes: bytes ?? '' });
    answers.add(status);
    if (isRaw) raw += 1;
  }), { numRuns: 800 });
  expect(raw).toBeGreaterThan(200);
  expect([200, 400, 401, 403, 502].filter((status) => !answers.has(status))).toEqual([]);
});

test('an event is made anew for each call, of ordinary objects', () => {
  const served = plan({ eventStage: eventStage(stage({ variables: { color: 'red' } })) });
  const payload = new FunctionEvent(routed({ received: simpleRequest(head('GET /prod/pets?a=1 HTTP/1.1'), 0), plan: served, pathParameters: { proxy: 'pets' } }), 'rest');
  const call = decodeRawCall(payload.raw?.encode(3, 3_000) ?? '');
  if (call === undefined || payload.raw === undefined) throw new Error('there is no raw call');
  const route = payload.raw.route() as EventRoute; // of the plan
  const [first, second] = [rawEvent(route, call), rawEvent(route, call)] as Record<string, Record<string, unknown>>[];
  for (const member of ['headers', 'multiValueHeaders', 'queryStringParameters', 'stageVariables', 'requestContext']) {
    expect(Object.getPrototypeOf(first[member])).toBe(Object.prototype);
    expect(first[member]).toEqual(second[member]);
    expect(first[member]).not.toBe(second[member]);
  }
  expect(first.requestContext.identity).not.toBe(second.requestContext.identity);
});
