// The requests that are sent to healthy functions and methods, and what must come of them.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call, converse, leave, sendBytes, type Call, type Target } from './exchange';
import type { Random } from './statistics';

/** An API with the versions that may answer now. */
export interface ApiUnderLoad extends Target {
  readonly versions: Set<number>;
}

export interface RequestContext {
  readonly mixed: ApiUnderLoad;
  readonly deployed: ApiUnderLoad;
  /** APIs that follow the assembly, with the versions of `mixed`. */
  readonly http: Target;
  readonly socket: Target;
  readonly random: Random;
}

/** A kind of request; `send` gives nothing, or what is wrong with the response. */
export interface KindOfRequest {
  readonly kind: string;
  /** How often it is sent beside the others. */
  readonly share: number;
  readonly send: (context: RequestContext) => Promise<string | undefined>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KEY = 'soak-key-0123456789abcdef';
const MISSING = '{"message":"Missing Authentication Token"}';
/** Sizes around what is sent in one piece and what is not; a function takes 6 MB at the most. */
const BIG_BYTES = [70_000, 300_000, 1_000_000, 4_000_000];

const HANDSHAKE = 'GET /prod HTTP/1.1\r\nHost: soak.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
  + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Bytes that no server accepts: every one must be refused, and its connection closed. */
const HOSTILE = {
  'two hosts': 'GET /prod/mock HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'no host': 'GET /prod/mock HTTP/1.1\r\n\r\n',
  'length and coding': 'POST /prod/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two lengths': 'POST /prod/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'a bad chunk': 'POST /prod/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
  'a NUL in a header': 'GET /prod/mock HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n',
  'a space before the colon': 'GET /prod/mock HTTP/1.1\r\nHost : a\r\n\r\n',
  'no HTTP': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a head without end': `GET /prod/mock HTTP/1.1\r\nHost: a\r\n${'X-Long: '.padEnd(9_000, 'x')}\r\n`.repeat(10),
};

export const KINDS: readonly KindOfRequest[] = [
  { kind: 'proxy function', share: 30, send: getEcho },
  { kind: 'deployed function', share: 20, send: getDeployed },
  { kind: 'HTTP API', share: 10, send: getRouted },
  { kind: 'WebSocket conversation', share: 6, send: sayAndHear },
  { kind: 'POST to a function', share: 8, send: postEcho },
  { kind: 'mapped function', share: 6, send: postMapped },
  { kind: 'asynchronous call', share: 2, send: ({ mixed }) => expect(mixed, { method: 'POST', path: '/prod/event', headers: JSON_TYPE, body: '{}' }, 202) },
  { kind: 'mock', share: 6, send: ({ mixed }) => expect(mixed, { path: '/prod/mock' }, 200, '{"mock": "prod"}') },
  { kind: 'HTTP backend', share: 6, send: getBackend },
  { kind: 'authorized', share: 4, send: ({ mixed }) => expect(mixed, { path: '/prod/guarded', headers: { Authorization: 'anna' } }, 200, '{"for": "anna"}') },
  { kind: 'not authorized', share: 3, send: notAuthorized },
  { kind: 'API key', share: 3, send: ({ mixed }) => expect(mixed, { path: '/prod/keyed', headers: { 'x-api-key': KEY } }, 200, '{"keyed": true}') },
  { kind: 'no API key', share: 2, send: ({ mixed }) => expect(mixed, { path: '/prod/keyed' }, 403, '{"message":"Forbidden"}') },
  { kind: 'valid body', share: 3, send: ({ mixed }) => expect(mixed, { method: 'POST', path: '/prod/validated', headers: JSON_TYPE, body: '{"a": 1}' }, 200) },
  { kind: 'invalid body', share: 3, send: invalidBody },
  { kind: 'no such route', share: 2, send: ({ mixed }) => expect(mixed, { path: '/prod/nothing' }, 403, MISSING) },
  { kind: 'preflight', share: 2, send: ({ mixed }) => expect(mixed, { method: 'OPTIONS', path: '/prod/echo', headers: { 'Origin': 'https://a.test', 'Access-Control-Request-Method': 'POST' } }, 200, '') },
  { kind: 'streamed response', share: 4, send: getStream },
  { kind: 'big request', share: 2, send: sendBig },
  { kind: 'big response', share: 2, send: getBig },
];

/** Clients that misbehave: the gateway must neither serve nor keep them. */
export const BAD_CLIENTS: readonly KindOfRequest[] = [
  { kind: 'hostile bytes', share: 6, send: sendHostile },
  { kind: 'leaves during the call', share: 4, send: ({ mixed, random }) => leave(mixed, get('/prod/slow'), { afterMs: random() * 200 }) },
  { kind: 'leaves within its body', share: 2, send: ({ mixed, random }) => leave(mixed, halfOfBody(), { afterMs: random() * 100 }) },
  { kind: 'leaves within a stream', share: 3, send: ({ mixed }) => leave(mixed, get('/prod/stream?pieces=200'), { afterMs: 20_000, withFirstByte: true }) },
  { kind: 'leaves after its handshake', share: 3, send: ({ socket }) => leave(socket, HANDSHAKE, { afterMs: 20_000, withFirstByte: true }) },
  { kind: 'broken backend', share: 2, send: getBroken },
];

async function expect(...[api, request, status, body]: [api: Target, request: Call, status: number, body?: string]): Promise<Problem> {
  const response = await call(api, request);
  if (response.status !== status) return `${response.status} instead of ${status}: ${response.body.slice(0, 200)}`;
  return body === undefined || response.body === body ? undefined : `body ${JSON.stringify(response.body.slice(0, 200))} instead of ${body}`;
}

type Problem = string | undefined;
type Json = Readonly<Record<string, unknown>>;

/** The response without its version, which must be one of those that may answer. */
async function expectJson(...parameters: [api: Target, request: Call, expected: Json, versions?: ReadonlySet<number>]): Promise<Problem> {
  const [api, request, expected, versions] = parameters;
  const { status, body } = await call(api, request);
  if (status !== 200) return `${status} instead of 200: ${body.slice(0, 200)}`;
  const { version, ...seen } = JSON.parse(body) as Json; // the functions of the soak respond with objects
  if (versions !== undefined && !versions.has(Number(version))) return `answered by version ${version} instead of ${[...versions].join(' or ')}`;
  return JSON.stringify(seen) === JSON.stringify(expected) ? undefined : `${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`;
}

function getEcho({ mixed, random }: RequestContext): Promise<string | undefined> {
  const id = String(Math.floor(random() * 1e6));
  return expectJson(mixed, { path: `/prod/echo/${id}?a=${id}` }, { method: 'GET', path: `/echo/${id}`, query: { a: id }, body: null }, mixed.versions);
}

function getRouted({ mixed, http, random }: RequestContext): Promise<string | undefined> {
  const id = String(Math.floor(random() * 1e6));
  return expectJson(http, { path: `/any/${id}?a=${id}` }, { routeKey: '$default', path: `/any/${id}`, query: `a=${id}` }, mixed.versions);
}

/** Messages with pauses: code is reloaded between some of them, and the connection stays. */
async function sayAndHear({ mixed, socket, random }: RequestContext): Promise<string | undefined> {
  return converse(socket, '/prod', async (say) => {
    for (let message = 0; message < 3; message += 1) {
      const body = JSON.stringify({ action: 'soak', number: random() });
      const { version, ...heard } = JSON.parse(await say(body)) as Json; // the function of the soak, or an error frame
      const expected = { routeKey: '$default', body };
      if (JSON.stringify(heard) !== JSON.stringify(expected)) return `${JSON.stringify(heard)} instead of ${JSON.stringify(expected)}`;
      if (!mixed.versions.has(Number(version))) return `answered by version ${version} instead of ${[...mixed.versions].join(' or ')}`;
      await wait(random() * 500);
    }
    return undefined;
  });
}

function getDeployed({ deployed, random }: RequestContext): Promise<string | undefined> {
  const id = String(Math.floor(random() * 1e6));
  return expectJson(deployed, { path: `/prod/echo/${id}` }, { method: 'GET', path: `/echo/${id}`, query: null, body: null }, deployed.versions);
}

function postEcho({ mixed, random }: RequestContext): Promise<string | undefined> {
  const body = JSON.stringify({ number: random(), text: 'é'.repeat(random() * 500) });
  return expectJson(mixed, { method: 'POST', path: '/prod/echo', headers: JSON_TYPE, body }, { method: 'POST', path: '/echo', query: null, body }, mixed.versions);
}

function postMapped({ mixed, random }: RequestContext): Promise<string | undefined> {
  const [a, b] = [Math.floor(random() * 100), Math.floor(random() * 100)];
  return expect(mixed, { method: 'POST', path: '/prod/mapped', headers: JSON_TYPE, body: JSON.stringify({ a, b }) }, 200, `{"sum": ${a + b}}`);
}

function getBackend({ mixed, random }: RequestContext): Promise<string | undefined> {
  const id = String(Math.floor(random() * 1e6));
  return expect(mixed, { path: `/prod/backend/${id}` }, 200, `{"backend":"/${id}"}`);
}

async function notAuthorized({ mixed }: RequestContext): Promise<string | undefined> {
  const guarded = (headers: Readonly<Record<string, string>>) => ({ path: '/prod/guarded', headers });
  return await expect(mixed, guarded({}), 401, '{"message":"Unauthorized"}')
    ?? await expect(mixed, guarded({ Authorization: 'nobody' }), 401, '{"message":"Unauthorized"}')
    ?? expect(mixed, guarded({ Authorization: 'carl' }), 403);
}

function invalidBody({ mixed }: RequestContext): Promise<string | undefined> {
  return expect(mixed, { method: 'POST', path: '/prod/validated', headers: JSON_TYPE, body: '{"a": "one"}' }, 400, '{"message": "Invalid request body"}');
}

async function getStream({ mixed, random }: RequestContext): Promise<string | undefined> {
  const pieces = Math.floor(random() * 100) + 1;
  const { status, body } = await call(mixed, { path: `/prod/stream?pieces=${pieces}` });
  const whole = Array.from({ length: pieces }, (_, index) => `piece ${index}\n`.padEnd(1_000, '.')).join('');
  return status === 200 && body === whole ? undefined : `${status} and ${body.length} of ${whole.length} bytes: ${body.slice(0, 100)}`;
}

function sendBig({ mixed, random }: RequestContext): Promise<string | undefined> {
  const body = 'y'.repeat(anyOf(BIG_BYTES, random));
  const digest = createHash('sha256').update(body).digest('hex');
  return expectJson(mixed, { method: 'POST', path: '/prod/size', headers: { 'Content-Type': 'text/plain' }, body }, { bytes: body.length, digest });
}

async function getBig({ mixed, random }: RequestContext): Promise<string | undefined> {
  const bytes = anyOf(BIG_BYTES, random);
  const { status, body } = await call(mixed, { path: `/prod/download?bytes=${bytes}` });
  return status === 200 && body === 'x'.repeat(bytes) ? undefined : `${status} and ${body.length} of ${bytes} bytes: ${body.slice(0, 100)}`;
}

async function sendHostile({ mixed, random }: RequestContext): Promise<string | undefined> {
  const [name, bytes] = anyOf(Object.entries(HOSTILE), random);
  const response = await sendBytes(mixed, Buffer.from(bytes, 'latin1'));
  // bytes that are not HTTP may be refused by the end of the connection alone
  const isRefused = response === '' || /^HTTP\/1\.1 (4\d\d|501|505) /.test(response);
  return isRefused ? undefined : `${name} gets ${JSON.stringify(response.slice(0, 100))}`;
}

async function getBroken({ mixed }: RequestContext): Promise<string | undefined> {
  const { status, body } = await call(mixed, { path: '/prod/broken' });
  return status === 502 || status === 504 ? undefined : `${status} instead of 502 or 504: ${body.slice(0, 100)}`;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: soak.test\r\nAccept: */*\r\n\r\n`;
}

function halfOfBody(): string {
  return `POST /prod/slow HTTP/1.1\r\nHost: soak.test\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n${'z'.repeat(50_000)}`;
}

function anyOf<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}
