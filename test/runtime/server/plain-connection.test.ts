import type { PlainRequest, Respond } from '../../../lib/runtime/plain/serve-plain';
import type { HttpFront, ListenOptions } from '../../../lib/runtime/server/http-server';
import { startFront, statusesIn, type TestFront } from '../../support/http-front';
import { until } from '../../support/until';

/* Connections whose requests are plain, over real sockets; what is not plain is answered by Node's server on the same connection. */

const fronts: HttpFront[] = [];
afterEach(() => Promise.all(fronts.splice(0).map((front) => front.close(0))));

interface Tested extends TestFront {
  readonly plain: readonly PlainRequest[];
}

/** A front that answers plain requests below /plain with their target and body. */
async function front(
  options: Partial<ListenOptions> = {}, body = ({ ask, body }: PlainRequest) => `${ask.head.target} ${body}`,
  later = (answer: () => void): unknown => setImmediate(answer),
): Promise<Tested> {
  const plain: PlainRequest[] = [];
  const servePlain = (request: PlainRequest, respond: Respond): boolean => {
    if (!request.ask.head.target.startsWith('/plain')) return false;
    plain.push(request);
    const text = body(request);
    later(() => respond({ status: 200, head: 'X-Way: short\r\n', body: Buffer.from(text).toString('latin1') }));
    return true;
  };
  const started = await startFront(options, undefined, servePlain);
  fronts.push(started.front);
  return { ...started, plain };
}

const get = (target: string, ...headers: readonly string[]) => `GET ${target} HTTP/1.1\r\nHost: api.test\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const post = (target: string, body: string) => `POST ${target} HTTP/1.1\r\nHost: api.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const close = 'Connection: close';

test('a plain request is answered by the short way, on a connection that stays', async () => {
  const { send, plain, seen } = await front();
  const text = await send(get('/plain') + post('/plain/2', 'a body') + get('/plain/3', close));
  expect(statusesIn(text)).toEqual([200, 200, 200]);
  expect(text).toContain('/plain/2 a body');
  expect(text).toMatch(/X-Way: short\r\nContent-Length: 7\r\nDate: [^\r]+\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n\/plain /);
  expect(text).toMatch(/Connection: close\r\n\r\n\/plain\/3 $/);
  expect([plain.length, seen.length]).toEqual([3, 0]);
  expect(plain[0]).toMatchObject({ ask: { sourceIp: '127.0.0.1', peerIp: '127.0.0.1', scheme: 'http' }, receivedAt: 1 });
});

test('from the first request that is not plain on, Node has the connection; the answers keep their order', async () => {
  const { send, plain, seen } = await front();
  const text = await send(get('/plain') + get('/%70lain') + get('/plain/2') + get('/other', close));
  expect(statusesIn(text)).toEqual([200, 200, 200, 200]);
  expect([plain.length, seen.map(({ target }) => target)]).toEqual([1, ['/%70lain', '/plain/2', '/other']]);
});

test('a request that has to go the long way goes it with all its bytes', async () => {
  const { send, seen } = await front();
  const text = await send(post('/other', 'a body') + get('/other/2', close));
  expect(statusesIn(text)).toEqual([200, 200]);
  expect(seen.map(({ target, body }) => [target, body.toString()])).toEqual([['/other', 'a body'], ['/other/2', '']]);
});

test('bytes that are no request lose no answer', async () => {
  const { send, plain } = await front();
  expect(statusesIn(await send(`${get('/plain')}rubbish\r\n\r\n`))).toEqual([200, 400]);
  expect(plain).toHaveLength(1);
});

test('a head or a body in pieces is put together by Node', async () => {
  const { connect, seen } = await front();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString(); });
  const bytes = post('/plain', 'a body') + get('/plain/2', close);
  for (const byte of bytes) await new Promise((resolve) => { socket.write(byte, resolve); });
  await until(() => (socket.destroyed || socket.readableEnded) || undefined);
  expect(statusesIn(text)).toEqual([200, 200]);
  expect(seen.map(({ target }) => target)).toEqual(['/plain', '/plain/2']);
});

test('a client that closes its side gets its answer', async () => {
  const { connect } = await front();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString(); });
  socket.end(get('/plain'));
  await until(() => (socket.readableEnded) || undefined);
  expect(statusesIn(text)).toEqual([200]);
});

test('what is not ASCII has the length of its bytes', async () => {
  const { send } = await front({}, () => '\u00e4\u20ac');
  const text = await send(get('/plain', close));
  expect(text).toContain('Content-Length: 5\r\n');
  expect(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString()).toBe('\u00e4\u20ac');
});

test('a long answer arrives whole', async () => {
  const { send } = await front({}, () => 'x'.repeat(3_000_000));
  const text = await send(get('/plain') + get('/plain', close));
  expect(text.length).toBeGreaterThan(6_000_000);
  expect(statusesIn(text)).toEqual([200, 200]);
});

test('a client that does not read is cut', async () => {
  const cuts: string[] = [];
  const { connect } = await front({ sendTimeoutMs: 200, onCut: (code) => cuts.push(code) }, () => 'x'.repeat(5_000_000));
  const socket = connect().pause();
  socket.on('error', () => undefined);
  socket.write(get('/plain').repeat(4));
  await until(() => (cuts.length > 0) || undefined);
  expect(cuts).toEqual(['CLIENT_TOO_SLOW']);
  socket.destroy();
});

test.each([
  ['that has sent nothing', '', { headersTimeoutMs: 200, idleTimeoutMs: 60_000 }],
  ['between two requests', get('/plain'), { headersTimeoutMs: 60_000, idleTimeoutMs: 200 }],
])('a connection %s is closed in time', async (_, bytes, limits) => {
  const { send } = await front(limits);
  expect(statusesIn(await send(bytes))).toEqual(bytes === '' ? [] : [200]);
});

test('a trusted proxy says who asks', async () => {
  const { send, plain } = await front({ isTrusted: (address) => address === '127.0.0.1' });
  await send(get('/plain', 'X-Forwarded-For: 192.0.2.7', 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 443', close));
  expect(plain[0]?.ask).toMatchObject({ sourceIp: '192.0.2.7', peerIp: '127.0.0.1', scheme: 'https', port: 443 });
});

test('when the front closes, idle connections end at once and the others with their answer', async () => {
  const answers: (() => void)[] = [];
  const { front: served, connect } = await front({}, undefined, (answer) => answers.push(answer));
  const [idle, busy] = [connect(), connect()];
  let text = '';
  let isUsed = false;
  idle.on('data', () => { isUsed = true; });
  busy.on('data', (chunk) => { text += chunk.toString(); });
  idle.write(get('/plain'));
  (await until(() => answers.shift()))();
  await until(() => isUsed || undefined);
  busy.write(get('/plain'));
  const answer = await until(() => answers.shift());
  const closed = served.close(60_000);
  await until(() => idle.readableEnded || idle.destroyed || undefined);
  expect(text).toBe('');
  answer();
  await closed;
  await until(() => busy.readableEnded || busy.destroyed || undefined);
  expect(statusesIn(text)).toEqual([200]);
  expect(text).toContain('Connection: close\r\n');
});
