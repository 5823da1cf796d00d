import aws4 from 'aws4';
import { connect, type Client } from '../../support/web-socket-client';
import { POSTING } from '../../support/posting-function';
import { serveWebSocketApi, type ServedHttpApi } from '../../support/http-api';

/* Requests about connections: from outside, and from functions. */

const CREDENTIALS = { accessKeyId: 'AKIATESTS', secretAccessKey: 'secret' };
const DENIED = { accessKeyId: 'AKIADENIED', secretAccessKey: 'secret', policy: { Statement: [{ Effect: 'Allow' as const, Action: 'execute-api:Invoke', Resource: '*' }] } };

let api: ServedHttpApi;
let client: Client;
let connectionId: string;

beforeAll(async () => {
  api = await serveWebSocketApi({
    functions: { Echo: 'async (event) => ({ statusCode: 200, body: JSON.stringify(event.requestContext) })', Posts: POSTING },
    routes: { $default: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Echo' } }, post: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Posts' } } },
    stages: { prod: {}, other: {} },
  }, { credentials: [CREDENTIALS, DENIED] });
});
beforeEach(async () => {
  client = await connect(`${api.url}/prod`, { headers: { 'user-agent': 'tests' } });
  client.send('who');
  ({ connectionId } = JSON.parse(await client.next()) as { connectionId: string });
});
afterEach(() => client.socket.terminate());
afterAll(() => api.close());

interface Asked {
  readonly id?: string;
  readonly stage?: string;
  readonly body?: string;
  readonly at?: '@' | '%40';
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

async function request(method: string, { id = connectionId, stage = 'prod', body, at = '@', ...rest }: Asked = {}) {
  const credentials = 'credentials' in rest ? rest.credentials : CREDENTIALS;
  const { host } = new URL(api.url);
  const path = `/${stage}/${at}connections/${encodeURIComponent(id)}`;
  const signed = credentials === undefined ? { headers: {} } : aws4.sign({ host, path, method, service: 'execute-api', region: 'us-east-1', body, headers: {} }, credentials);
  const headers = Object.fromEntries(Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`http://${host}${path}`, { method, headers, body });
  return { status: response.status, type: response.headers.get('x-amzn-errortype'), body: await response.text() };
}

test('POST sends a text to the client', async () => {
  expect(await request('POST', { body: 'Hi' })).toMatchObject({ status: 200, body: '' });
  expect(await client.next()).toBe('Hi');
  expect((await request('POST', { body: 'Hi', at: '%40' })).status).toBe(200);
});

test('GET tells about it', async () => {
  const { status, body } = await request('GET');
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
  expect([status, JSON.parse(body)]).toEqual([200, { connectedAt: time, identity: { sourceIp: '127.0.0.1', userAgent: 'tests' }, lastActiveAt: time }]);
});

test('DELETE closes it, and then it is gone', async () => {
  expect((await request('DELETE')).status).toBe(204);
  await client.closed;
  expect(await request('POST', { body: 'Hi' })).toEqual({ status: 410, type: 'GoneException', body: '' });
  expect((await request('DELETE')).status).toBe(410);
});

test.each([
  ['an id of another stage', { stage: 'other' }, 410, 'GoneException'],
  ['an id that was never given', { id: 'AAAAAAAAAAAAAAA=' }, 410, 'GoneException'],
  ['an id of another form', { id: 'x' }, 400, 'BadRequestException'],
  ['an unknown stage', { stage: 'nowhere' }, 403, 'ForbiddenException'],
  ['no signature', { credentials: undefined }, 403, 'MissingAuthenticationTokenException'],
  ['a wrong signature', { credentials: { ...CREDENTIALS, secretAccessKey: 'no' } }, 403, 'InvalidSignatureException'],
  ['a caller who may only invoke', { credentials: DENIED }, 403, 'AccessDeniedException'],
])('POST is refused with %s', async (_, asked, status, type) => {
  expect(await request('POST', { body: 'Hi', ...asked })).toMatchObject({ status, type });
  expect(client.waiting()).toEqual([]);
});

test('a message may have 128 KB', async () => {
  expect((await request('POST', { body: 'x'.repeat(131_072) })).status).toBe(200);
  expect(await client.next()).toHaveLength(131_072);
  expect((await request('POST', { body: 'x'.repeat(131_073) })).status).toBe(413);
});

test('a client that does not read costs bounded memory: what is too much is refused', async () => {
  client.socket.pause();
  let last = 200;
  for (let count = 0; last === 200 && count < 1_000; count += 1) last = (await request('POST', { body: 'x'.repeat(131_072) })).status;
  expect(last).toBe(429);
  expect(api.log.map(({ code }) => code)).toEqual(expect.arrayContaining(['CONNECTION_GONE', 'CONNECTION_ID_INVALID', 'CONNECTION_MESSAGE_TOO_LARGE', 'CONNECTION_SLOW']));
});

test.each(['https', 'http'])('a function posts to the connection of its event over %s with the credentials that it has', async (scheme) => {
  client.send({ action: 'post', to: connectionId, say: 'posted to you', scheme });
  expect([await client.next(), await client.next()]).toEqual(['posted to you', '200']);
});
