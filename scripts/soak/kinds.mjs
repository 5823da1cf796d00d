// What is asked of the functions and methods that are well, and what must come of it. A kind answers nothing, or the
// sentence that says what is wrong. `share`: how often it is asked beside the others.
import { createHash } from 'node:crypto';
import { call, leave, sendBytes } from './exchange.mjs';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KEY = 'soak-key-0123456789abcdef';
const MISSING = '{"message":"Missing Authentication Token"}';
/** Sizes around what is sent in one piece and what is not; a function takes 6 MB at the most. */
const BIG_BYTES = [70_000, 300_000, 1_000_000, 4_000_000];

/** Bytes that no front takes: every one must be refused, and its connection closed. */
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

export const KINDS = [
  { kind: 'proxy function', share: 30, ask: askEcho },
  { kind: 'deployed function', share: 20, ask: askDeployed },
  { kind: 'POST to a function', share: 8, ask: postEcho },
  { kind: 'mapped function', share: 6, ask: askMapped },
  { kind: 'asynchronous call', share: 2, ask: ({ mixed }) => expect(mixed, { method: 'POST', path: '/prod/event', headers: JSON_TYPE, body: '{}' }, 202) },
  { kind: 'mock', share: 6, ask: ({ mixed }) => expect(mixed, { path: '/prod/mock' }, 200, '{"mock": "prod"}') },
  { kind: 'HTTP backend', share: 6, ask: askBackend },
  { kind: 'authorized', share: 4, ask: ({ mixed }) => expect(mixed, { path: '/prod/guarded', headers: { Authorization: 'anna' } }, 200, '{"for": "anna"}') },
  { kind: 'not authorized', share: 3, ask: notAuthorized },
  { kind: 'API key', share: 3, ask: ({ mixed }) => expect(mixed, { path: '/prod/keyed', headers: { 'x-api-key': KEY } }, 200, '{"keyed": true}') },
  { kind: 'no API key', share: 2, ask: ({ mixed }) => expect(mixed, { path: '/prod/keyed' }, 403, '{"message":"Forbidden"}') },
  { kind: 'valid body', share: 3, ask: ({ mixed }) => expect(mixed, { method: 'POST', path: '/prod/validated', headers: JSON_TYPE, body: '{"a": 1}' }, 200) },
  { kind: 'invalid body', share: 3, ask: invalidBody },
  { kind: 'no such route', share: 2, ask: ({ mixed }) => expect(mixed, { path: '/prod/nothing' }, 403, MISSING) },
  { kind: 'preflight', share: 2, ask: ({ mixed }) => expect(mixed, { method: 'OPTIONS', path: '/prod/echo', headers: { 'Origin': 'https://a.test', 'Access-Control-Request-Method': 'POST' } }, 200, '') },
  { kind: 'streamed response', share: 4, ask: askStream },
  { kind: 'big request', share: 2, ask: sendBig },
  { kind: 'big response', share: 2, ask: askBig },
];

/** Clients that do wrong; what becomes of them is theirs, but the gateway must neither serve nor keep them. */
export const BAD_CLIENTS = [
  { kind: 'hostile bytes', share: 6, ask: sendHostile },
  { kind: 'leaves during the call', share: 4, ask: ({ mixed, random }) => leave(mixed, get('/prod/slow'), { afterMs: random() * 200 }) },
  { kind: 'leaves within its body', share: 2, ask: ({ mixed, random }) => leave(mixed, halfOfBody(), { afterMs: random() * 100 }) },
  { kind: 'leaves within a stream', share: 3, ask: ({ mixed }) => leave(mixed, get('/prod/stream?pieces=200'), { afterMs: 20_000, withFirstByte: true }) },
  { kind: 'broken backend', share: 2, ask: askBroken },
];

async function expect(gateway, request, status, body) {
  const answer = await call(gateway, request);
  if (answer.status !== status) return `${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}`;
  return body === undefined || answer.body === body ? undefined : `body ${JSON.stringify(answer.body.slice(0, 200))} instead of ${body}`;
}

async function expectJson(gateway, request, expected, versions) {
  const answer = await call(gateway, request);
  if (answer.status !== 200) return `${answer.status} instead of 200: ${answer.body.slice(0, 200)}`;
  const { version, ...seen } = JSON.parse(answer.body);
  if (versions !== undefined && !versions.has(version)) return `answered by version ${version} instead of ${[...versions].join(' or ')}`;
  return JSON.stringify(seen) === JSON.stringify(expected) ? undefined : `${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`;
}

function askEcho({ mixed, random }) {
  const id = String(Math.floor(random() * 1e6));
  return expectJson(mixed, { path: `/prod/echo/${id}?a=${id}` }, { method: 'GET', path: `/echo/${id}`, query: { a: id }, body: null }, mixed.versions);
}

function askDeployed({ deployed, random }) {
  const id = String(Math.floor(random() * 1e6));
  return expectJson(deployed, { path: `/prod/echo/${id}` }, { method: 'GET', path: `/echo/${id}`, query: null, body: null }, deployed.versions);
}

function postEcho({ mixed, random }) {
  const body = JSON.stringify({ number: random(), text: 'é'.repeat(random() * 500) });
  return expectJson(mixed, { method: 'POST', path: '/prod/echo', headers: JSON_TYPE, body }, { method: 'POST', path: '/echo', query: null, body }, mixed.versions);
}

function askMapped({ mixed, random }) {
  const [a, b] = [Math.floor(random() * 100), Math.floor(random() * 100)];
  return expect(mixed, { method: 'POST', path: '/prod/mapped', headers: JSON_TYPE, body: JSON.stringify({ a, b }) }, 200, `{"sum": ${a + b}}`);
}

function askBackend({ mixed, random }) {
  const id = String(Math.floor(random() * 1e6));
  return expect(mixed, { path: `/prod/backend/${id}` }, 200, `{"backend":"/${id}"}`);
}

async function notAuthorized({ mixed }) {
  const guarded = (headers) => ({ path: '/prod/guarded', headers });
  return await expect(mixed, guarded({}), 401, '{"message":"Unauthorized"}')
    ?? await expect(mixed, guarded({ Authorization: 'nobody' }), 401, '{"message":"Unauthorized"}')
    ?? expect(mixed, guarded({ Authorization: 'carl' }), 403);
}

function invalidBody({ mixed }) {
  return expect(mixed, { method: 'POST', path: '/prod/validated', headers: JSON_TYPE, body: '{"a": "one"}' }, 400, '{"message": "Invalid request body"}');
}

async function askStream({ mixed, random }) {
  const pieces = Math.floor(random() * 100) + 1;
  const { status, body } = await call(mixed, { path: `/prod/stream?pieces=${pieces}` });
  const whole = Array.from({ length: pieces }, (_, index) => `piece ${index}\n`.padEnd(1_000, '.')).join('');
  return status === 200 && body === whole ? undefined : `${status} and ${body.length} of ${whole.length} bytes: ${body.slice(0, 100)}`;
}

function sendBig({ mixed, random }) {
  const body = 'y'.repeat(BIG_BYTES[Math.floor(random() * BIG_BYTES.length)]);
  const digest = createHash('sha256').update(body).digest('hex');
  return expectJson(mixed, { method: 'POST', path: '/prod/size', headers: { 'Content-Type': 'text/plain' }, body }, { bytes: body.length, digest });
}

async function askBig({ mixed, random }) {
  const bytes = BIG_BYTES[Math.floor(random() * BIG_BYTES.length)];
  const { status, body } = await call(mixed, { path: `/prod/download?bytes=${bytes}` });
  return status === 200 && body === 'x'.repeat(bytes) ? undefined : `${status} and ${body.length} of ${bytes} bytes: ${body.slice(0, 100)}`;
}

async function sendHostile({ mixed, random }) {
  const [name, bytes] = Object.entries(HOSTILE)[Math.floor(random() * Object.keys(HOSTILE).length)];
  const answer = await sendBytes(mixed, Buffer.from(bytes, 'latin1'));
  // bytes that are no HTTP may be answered by the end of the connection alone
  return answer === '' || /^HTTP\/1\.1 (4\d\d|501|505) /.test(answer) ? undefined : `${name} is answered ${JSON.stringify(answer.slice(0, 100))}`;
}

async function askBroken({ mixed }) {
  const { status, body } = await call(mixed, { path: '/prod/broken' });
  return status === 502 || status === 504 ? undefined : `${status} instead of 502 or 504: ${body.slice(0, 100)}`;
}

function get(path) {
  return `GET ${path} HTTP/1.1\r\nHost: soak.test\r\nAccept: */*\r\n\r\n`;
}

function halfOfBody() {
  return `POST /prod/slow HTTP/1.1\r\nHost: soak.test\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n${'z'.repeat(50_000)}`;
}
