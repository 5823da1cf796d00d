import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, type Serving } from 'synthgate/runtime';
import { writeAssembly } from '../support/assembly';
import { sendRequest } from '../support/http-client';
import { INTEGRATION_KINDS, type CallableKind, type IntegrationOptions } from '../support/integration-kinds';
import type { MethodInput } from '../support/spec';
import { newDirectory } from '../support/temporary-directory';

/* The behavior of every kind of integration over HTTP, with the build, real function processes and a real backend. */

/** Echoes `who`, delays for `wait`, fails for `fail`, and returns bytes for `image`. */
const CODE = `
const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00]).toString('base64');
exports.handler = async (event) => {
  const of = (name) => (event.queryStringParameters ?? event)[name];
  if (of('wait') === '1') await new Promise((resolve) => setTimeout(resolve, 20_000));
  if (of('fail') === '1') throw new Error('a secret of the function');
  if (of('image') === '1') return event.requestContext ? { body: bytes, isBase64Encoded: true, headers: { 'Content-Type': 'image/png' } } : bytes;
  return event.requestContext ? { statusCode: 200, body: JSON.stringify({ who: of('who') }) } : { who: of('who') };
};`;
const IMAGE = Buffer.from([0x89, 0x50, 0xff, 0x00]);
const QUERY = ['who', 'wait', 'fail', 'image'];

const kinds = Object.keys(INTEGRATION_KINDS) as CallableKind[];
const calling = kinds.filter((kind) => INTEGRATION_KINDS[kind].late !== undefined);

let backend: http.Server;
let serving: Serving;
let url: (kind: CallableKind, query?: string) => string;

beforeAll(async () => {
  backend = await startBackend();
  const { port } = backend.address() as AddressInfo;
  serving = await serve({ source: writeAssembly(newDirectory(), [specOf(port)], CODE), port: 0, watch: false, shutdownTimeoutMs: 100, awsEndpoints: { '*': `http://127.0.0.1:${port}` } });
  url = (kind, query = '') => `${serving.apis[0].url}/prod/${kind}${query}`;
});
afterAll(async () => {
  await serving.close();
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

function specOf(port: number): Parameters<typeof writeAssembly>[1][number] {
  const members = QUERY.map((name) => `"${name}": "$input.params('${name}')"`).join(', ');
  const options = (kind: CallableKind): IntegrationOptions => ({
    timeoutMs: 1_500,
    requestTemplates: { 'application/json': `{"statusCode": 200, ${members}}` },
    requestParameters: kind === 'http' || kind === 'service'
      ? Object.fromEntries(QUERY.map((name) => [`integration.request.querystring.${name}`, `method.request.querystring.${name}`]))
      : undefined,
    responseTemplates: kind === 'mock' ? { 'application/json': '{"who": "$input.params(\'who\')"}' } : undefined,
    target: kind.startsWith('http') ? `http://127.0.0.1:${port}/` : 'Kinds',
  });
  const method = (kind: CallableKind): MethodInput =>
    ({ integration: INTEGRATION_KINDS[kind].input(options(kind)), methodResponses: { 200: {} } });
  return {
    format: 'synthgate/1',
    api: { id: 'kinds', name: 'Kinds', binaryMediaTypes: ['image/png'] },
    functions: { Kinds: { code: 'kinds', handler: 'index.handler', timeoutMs: 25_000, concurrency: 50 } },
    resources: Object.fromEntries(kinds.map((kind, index) => [`/${kind}`, { id: `r${index}`, methods: { ANY: method(kind) } }])),
    stages: { prod: {} },
  };
}

/** The same as the function, as an HTTP backend. */
function startBackend(): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://backend').searchParams;
    if (query.get('wait') === '1') return;
    if (query.get('fail') === '1') {
      request.socket.destroy();
      return;
    }
    const isImage = query.get('image') === '1';
    response.writeHead(200, { 'Content-Type': isImage ? 'image/png' : 'application/json' });
    response.end(isImage ? IMAGE : JSON.stringify({ who: query.get('who') ?? '' }));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

test.each(kinds)('%s: GET has a length and a type, and the caller gets its own answer', async (kind) => {
  const answer = await sendRequest(url(kind, '?who=me'));
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json', 'content-length': String(answer.body.length) } });
  expect(answer.json()).toEqual({ who: 'me' });
});

test.each(kinds)('%s: HEAD has the headers of GET and no body (RFC 9110 §9.3.2)', async (kind) => {
  const answer = await sendRequest(url(kind, '?who=me'), { method: 'HEAD' });
  expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'application/json' } });
});

test.each(kinds)('%s: thirty requests at once each get their own answer', async (kind) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  const callers = Array.from({ length: 30 }, (_, index) => `caller-${index}`);
  const answers = await Promise.all(callers.map((who) => sendRequest(url(kind, `?who=${who}`), { agent })));
  agent.destroy();
  expect(answers.map(({ text }) => (JSON.parse(text) as { who: string }).who)).toEqual(callers);
  expect(new Set(answers.map(({ headers }) => headers['x-amzn-requestid'])).size).toBe(30);
});

test.each(calling)('%s: no answer in time is 504', async (kind) => {
  const begun = Date.now();
  const answer = await sendRequest(url(kind, '?wait=1'));
  expect(answer).toMatchObject({ status: 504, text: '{"message": "Endpoint request timed out"}', headers: { 'x-amzn-errortype': 'InternalServerErrorException' } });
  expect(Date.now() - begun).toBeLessThan(15_000);
});

test('backend failures are answered as documented and reveal nothing', async () => {
  const statuses: Readonly<Record<CallableKind, number>> = { 'proxy': 502, 'mapped': 200, 'mock': 200, 'http': 504, 'http-proxy': 504, 'service': 504 };
  for (const kind of calling) {
    const { status, text } = await sendRequest(url(kind, '?fail=1'));
    expect([kind, status]).toEqual([kind, statuses[kind]]);
    if (status >= 500) expect(text).not.toMatch(/secret|ECONN|127\.0\.0\.1/);
  }
});

test.each(calling)('%s: bytes reach a client whose Accept names their type', async (kind) => {
  const answer = await sendRequest(url(kind, '?image=1'), { headers: { Accept: 'image/png' } });
  expect([answer.status, answer.body]).toEqual([200, IMAGE]);
});
