import fc from 'fast-check';
import { compileGateway } from '../../../lib/runtime/compile';
import type { Received, Reply } from '../../../lib/runtime/exchange';
import { serve, type CompiledGateway } from '../../../lib/runtime/gateway';
import { readPlainHead } from '../../../lib/runtime/plain/plain-head';
import type { PlainReply } from '../../../lib/runtime/plain/plain-reply';
import { decodePlainResult, encodePlainResult, type PlainResult } from '../../../lib/runtime/plain/plain-result';
import { decodePlainCall, decodeScene, encodeScene } from '../../../lib/runtime/plain/plain-scene';
import { servePlain, type PlainAsk } from '../../../lib/runtime/plain/serve-plain';
import type { FunctionEngine, InvocationOutcome, LogEntry, PlainPayload } from '../../../lib/runtime/ports';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { deployedSpec, type GatewaySpecInput, type ThrottleSpec } from '../../../lib/spec';
import { ports } from '../../support/exchange';
import { complete } from '../../support/spec';

const proxy = { integration: { type: 'proxy', function: 'fn' } } as const;
const DEFINITION = {
  format: 'synthgate/1',
  api: { id: 'api123', name: 'Test', binaryMediaTypes: ['image/*'] },
  functions: { fn: { code: 'fn', handler: 'index.handler' } },
  stages: { prod: { variables: { color: 'red' } }, bare: {} },
  resources: {
    '/': { id: 'root' },
    '/pets': { id: 'pets', methods: { ANY: proxy } },
    '/pets/{petId}': { id: 'pet', methods: { GET: proxy, POST: proxy } },
    '/all/{proxy+}': { id: 'all', methods: { ANY: proxy } },
    '/key': { id: 'key', methods: { GET: { ...proxy, apiKeyRequired: true } } },
    '/mock': { id: 'mock', methods: { GET: { integration: { type: 'mock', requestTemplates: {}, responses: [] } } } },
  },
} as unknown as GatewaySpecInput; // a literal of the input's shape, with fewer members than the type of some nodes asks for

interface Both {
  readonly events: unknown[];
  readonly log: LogEntry[];
  readonly long: (bytes: string) => Promise<Reply>;
  /** Undefined where the short way is not taken. */
  readonly short: (bytes: string) => PlainReply | Reply | undefined;
  /** What the short way answers that was asked last, where it does so later. */
  readonly later: () => Promise<PlainReply | Reply>;
}

/** One gateway that answers both ways, with a function that comes to the outcome it is given. */
function bothWays(outcome: InvocationOutcome | (() => InvocationOutcome), limit?: ThrottleSpec): Both {
  const events: unknown[] = [];
  const log: LogEntry[] = [];
  const come = typeof outcome === 'function' ? outcome : () => outcome;
  const used = ports({ log: (entry) => log.push(entry) });
  const engine: FunctionEngine = {
    invoke: (_, { payload }) => {
      events.push(JSON.parse(payload));
      return Promise.resolve(come());
    },
    call: (_, { payload }, settle) => {
      events.push(eventOf(payload));
      settle(asSent(come()));
    },
    invokeAsync: () => Promise.resolve(),
    retain: () => undefined,
    close: () => Promise.resolve(),
  };
  const gateway = gatewayOf(engine, limit);
  let asked: PlainAsk | undefined;
  let last: Promise<PlainReply | Reply> = Promise.reject(new Error('nothing was asked'));
  last.catch(() => undefined);
  return {
    events,
    log,
    long: (bytes) => serve(gateway, receivedOf(bytes), used),
    short: (bytes) => {
      const head = readPlainHead(bytes, 0);
      if (head === undefined) throw new Error(`not plain: ${bytes}`);
      const text = bytes.slice(0, head.end);
      // a client that asks the same again is remembered
      if (asked?.text !== text) asked = { head, text, sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https' };
      let reply: PlainReply | Reply | undefined;
      let tell: (given: PlainReply | Reply) => void = () => undefined;
      last = new Promise((resolve) => { tell = resolve; });
      const request = { ask: asked, body: bytes.slice(head.end), receivedAt: used.now() };
      servePlain({ gateway, ports: used }, request, (given) => {
        reply = given;
        tell(given);
      });
      return reply;
    },
    later: () => last,
  };
}

/** What the instance makes of a call's body, sent through the same texts: the second event of its scene. */
function eventOf(payload: PlainPayload): unknown {
  const { scene } = payload;
  const route: typeof scene.route = JSON.parse(JSON.stringify(scene.route)) as typeof scene.route; // what the channel carries
  const told = decodeScene(encodeScene(7, 3, scene), new Map([[3, route]]));
  if (told?.number !== 7) throw new Error('the scene was not understood');
  const call = decodePlainCall(payload.encode(7, 3_000), new Map([[7, told.events]]));
  const first = call?.event();
  const [second, third] = [call?.event(), call?.event()];
  expect([JSON.stringify(second), JSON.stringify(third)]).toEqual([JSON.stringify(first), JSON.stringify(first)]);
  return third;
}

/** What the instance sends of a result, where it is plain: UTF-8, read byte for byte. */
function asSent(outcome: InvocationOutcome): InvocationOutcome | PlainResult {
  const plain = outcome.type === 'result' ? encodePlainResult(valueOf(outcome.payload)) : undefined;
  return plain === undefined ? outcome : decodePlainResult(Buffer.from(plain).toString('latin1')) ?? outcome;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function gatewayOf(engine: FunctionEngine, limit?: ThrottleSpec): CompiledGateway {
  const definition = complete(DEFINITION);
  const deployed = deployedSpec(definition);
  const code = { fn: { directory: '/code', handler: 'index.handler', digest: 'd'.repeat(64) } };
  const stages = Object.entries(definition.stages).map(([name, { variables }]) =>
    ({ name, variables, fingerprint: 'f'.repeat(64), deployed, code, source: 'assembly' as const }));
  return compileGateway({ name: 'Test', definition, code, stages }, {
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, values: {}, explains: false, engine, http: () => Promise.reject(new Error('no backend')),
    ports: ports(), throttling: createThrottling(limit, { read: () => new Map(), changed: () => undefined }, ports()),
  });
}

function receivedOf(bytes: string): Received {
  const head = readPlainHead(bytes, 0);
  if (head === undefined) throw new Error(`not plain: ${bytes}`);
  const { method, target, headers, end } = head;
  return {
    method, target, headers, body: Buffer.from(bytes.slice(end), 'latin1'),
    sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https', protocol: 'HTTP/1.1', receivedAt: ports().now(),
  };
}

/** Status, header lines and body, whatever the reply is made of. */
function told(reply: PlainReply | Reply | undefined): unknown {
  if (reply === undefined) return 'the long way';
  if ('head' in reply) {
    const { status, head: lines, body } = reply;
    return { status, lines, body: Buffer.from(body, 'latin1').toString('utf8'), bytes: body.length };
  }
  const lines = reply.headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return { status: reply.status, lines, body: reply.body.toString('utf8'), bytes: reply.body.length };
}

const GOOD: InvocationOutcome = { type: 'result', payload: '{"statusCode":200,"body":"ok"}' };
const head = (line: string, ...headers: readonly string[]) => [line, 'Host: api.test', ...headers, '', ''].join('\r\n');

describe('the short way takes', () => {
  test.each([
    ['a parameter', head('GET /prod/pets/7 HTTP/1.1')],
    ['a query', head('GET /prod/pets?a=1&a=2&__proto__=x&b HTTP/1.1')],
    ['a body', `${head('POST /prod/pets/7 HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 2')}{}`],
    ['a binary body', `${head('PUT /prod/pets HTTP/1.1', 'Content-Type: image/png', 'Content-Length: 2')}\u00ff\u0000`],
    ['a greedy part', head('DELETE /prod/all/a/b/ HTTP/1.1')],
  ])('%s', (_, bytes) => {
    expect(bothWays(GOOD).short(bytes)).toMatchObject({ status: 200, body: 'ok' });
  });
});

describe('the short way is not taken', () => {
  test.each([
    ['where a key is required', head('GET /prod/key HTTP/1.1')],
    ['to another integration', head('GET /prod/mock HTTP/1.1')],
    ['to a stage that is not there', head('GET /other/pets HTTP/1.1')],
    ['to a route that is not there', head('GET /prod/cats HTTP/1.1')],
    ['by a signed request', head('GET /prod/pets HTTP/1.1', 'Authorization: AWS4-HMAC-SHA256 a')],
    ['with a POST body that is not valid JSON', `${head('POST /prod/pets/7 HTTP/1.1', 'Content-Type: application/json; a=b', 'Content-Length: 1')}{`],
  ])('%s, and nothing has happened', (_, bytes) => {
    const { short, events, log } = bothWays(GOOD);
    expect(short(bytes)).toBeUndefined();
    expect([events, log]).toEqual([[], []]);
  });

});

test('where the account has no token left the answer is that of the long way, and the connection stays', async () => {
  const { short, later } = bothWays(GOOD, { rateLimit: 0, burstLimit: 1 });
  expect(told(short(head('GET /prod/pets HTTP/1.1')))).toMatchObject({ status: 200 });
  expect(short(head('GET /prod/pets HTTP/1.1'))).toBeUndefined();
  expect(await later()).toMatchObject({ status: 429 });
});

const word = fc.string({ unit: fc.constantFrom(...'aB1-'), minLength: 1, maxLength: 6 });
const headerName = fc.oneof(word, fc.constantFrom(
  'User-Agent', 'user-agent', 'Accept', 'Cookie', 'X-Forwarded-For', 'x-forwarded-for', 'X-Forwarded-Proto', 'Via', 'X-Amzn-Trace-Id', 'Origin', 'Max-Forwards', 'constructor',
));
const headerValue = fc.oneof(fc.string({ unit: fc.constantFrom(...'ab ,;=:1"'), maxLength: 12 }), fc.constantFrom('Root=1-a', 'Root=1-a;Parent=b', 'image/png', 'iPhone', '192.0.2.9'));
const plainRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  stage: fc.constantFrom('prod', 'bare'),
  path: fc.constantFrom('/pets', '/pets/7', '/pets/a~b/', '/all/x/y', '/all/:1'),
  query: fc.oneof(fc.constant(''), fc.string({ unit: fc.constantFrom(...'ab1&=%+;_'), maxLength: 12 }).map((text) => `?${text}`)),
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }),
  type: fc.constantFrom(undefined, 'text/plain', 'image/png', 'application/json'),
  body: fc.constantFrom('', '{}', '{"a":"\u00c3\u00a4"}', 'x', '\u00ff\u0000'),
}).map(({ method, stage, path, query, headers, type, body }) => head(
  `${method} /${stage}${path}${query} HTTP/1.1`, ...headers.map((pair) => pair.join(': ')),
  ...(type === undefined ? [] : [`Content-Type: ${type}`]), `Content-Length: ${body.length}`,
) + body).filter((bytes) => readPlainHead(bytes, 0) !== undefined);

const resultHeader = fc.oneof(word, fc.constantFrom(
  'Content-Type', 'content-type', 'X-Amzn-RequestId', 'x-amzn-trace-id', 'Via', 'Date', 'Server', 'Connection', 'TE', 'Content-Length', '__proto__', 'a b', 'Set-Cookie',
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
    { type: 'function-error', payload: '{"errorMessage":"no"}', errorMessage: 'no' }, { type: 'timeout', timeoutMs: 3_000 },
    { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'gone' }, { type: 'throttled' },
  ) },
);

test('both ways give the function the same event, the client the same answer, and the log the same line', async () => {
  let taken = 0;
  let current: InvocationOutcome = GOOD;
  const { short, long, events, log } = bothWays(() => current);
  await fc.assert(fc.asyncProperty(plainRequest, outcome, async (bytes, given) => {
    current = given;
    const answer = short(bytes);
    const [event, line] = [events.splice(0), log.splice(0)];
    const expected = await long(bytes);
    const [expectedEvent, expectedLine] = [events.splice(0), log.splice(0)];
    if (answer === undefined) return;
    taken += 1;
    expect(JSON.stringify(event)).toBe(JSON.stringify(expectedEvent));
    expect(told(answer)).toEqual(told(expected));
    expect(line).toEqual(expectedLine);
  }), { numRuns: 600 });
  expect(taken).toBeGreaterThan(300);
}, 60_000);

test('an event is made anew for each call, of ordinary objects', () => {
  const { short, events } = bothWays(GOOD);
  short(head('GET /prod/pets?a=1 HTTP/1.1'));
  short(head('GET /prod/pets?a=1 HTTP/1.1'));
  const [first, second] = events as Record<string, Record<string, unknown>>[];
  for (const member of ['headers', 'multiValueHeaders', 'queryStringParameters', 'stageVariables', 'requestContext']) {
    expect(Object.getPrototypeOf(first?.[member])).toBe(Object.prototype);
    expect(first?.[member]).toEqual(second?.[member]);
    expect(first?.[member]).not.toBe(second?.[member]);
  }
  expect(first?.requestContext?.identity).not.toBe(second?.requestContext?.identity);
});
