import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import type { GatewayReply, Reply } from '../../../lib/runtime/http/reply';
import { streamLimits, type ReplyStream } from '../../../lib/runtime/http/reply-stream';
import type { Received } from '../../../lib/runtime/http/request';
import { listen, type HttpListener, type ListenOptions } from '../../../lib/runtime/server/http-server';
import { ConnectionListeners } from '../../../lib/runtime/server/connection-listeners';
import { createBodyBudget } from '../../../lib/runtime/server/body-budget';
import { SimpleConnection, type SimpleOptions } from '../../../lib/runtime/server/simple-connection';
import { SimpleRequest } from '../../../lib/runtime/server/simple-request';
import { createSlowReaderGuard } from '../../../lib/runtime/server/slow-reader-guard';
import { startServer, statusesIn, type TestServer } from '../../support/http-server';
import { exchange } from '../../support/members/raw-request';
import { openSocketPair, type SocketPair } from '../../support/socket-pair';
import { until } from '../../support/until';

/* Connections of clients that send simple heads, over real sockets; what is not simple is read by Node's parser on the same connection. */

const servers: HttpListener[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close(0))));

interface Tested extends TestServer {
  /** The requests that the reader of simple heads read. */
  readonly simple: () => readonly Received[];
  /** The requests that Node's parser read. */
  readonly parsed: () => readonly Received[];
}

/** A front that answers with the target and the body of each request, as text. */
async function server(
  options: Partial<ListenOptions> = {}, body = (request: Received) => `${request.target} ${request.body.toString('latin1')}`,
  later = (answer: () => void): unknown => setImmediate(answer),
): Promise<Tested> {
  const answer = (request: Received) => new Promise<GatewayReply>((resolve) => {
    const text = Buffer.from(body(request)).toString('latin1');
    later(() => resolve({ status: 200, head: 'X-Form: text\r\n', text }));
  });
  return started(options, answer);
}

type Answer = (request: Received) => Promise<GatewayReply> | GatewayReply;

async function started(options: Partial<ListenOptions>, answer: Answer): Promise<Tested> {
  const server = await startServer(options, answer);
  servers.push(server.listener);
  const isSimple = (request: Received): boolean => request instanceof SimpleRequest;
  return { ...server, simple: () => server.seen.filter(isSimple), parsed: () => server.seen.filter((request) => !isSimple(request)) };
}

const get = (target: string, ...headers: readonly string[]) => `GET ${target} HTTP/1.1\r\nHost: api.test\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const post = (target: string, body: string) => `POST ${target} HTTP/1.1\r\nHost: api.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const close = 'Connection: close';

test('requests with simple heads are answered in their order, on a connection that stays', async () => {
  const { send, simple, parsed } = await server();
  const text = await send(get('/simple') + post('/simple/2', 'a body') + get('/simple/3', close));
  expect(statusesIn(text)).toEqual([200, 200, 200]);
  expect(text).toContain('/simple/2 a body');
  expect(text).toMatch(/X-Form: text\r\nContent-Length: 8\r\nDate: [^\r]+\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n\/simple /);
  expect(text).toMatch(/Connection: close\r\n\r\n\/simple\/3 $/);
  expect([simple().length, parsed().length]).toEqual([3, 0]);
  expect(simple()[0]).toMatchObject({ sourceIp: '127.0.0.1', peerIp: '127.0.0.1', scheme: 'http', receivedAt: 1 });
});

test('from the first request that is not simple on, Node\'s parser has the connection; the answers keep their order', async () => {
  const { send, simple, parsed } = await server();
  const text = await send(get('/simple') + get('/%73imple') + get('/simple/2') + get('/other', close));
  expect(statusesIn(text)).toEqual([200, 200, 200, 200]);
  expect([simple().length, parsed().map(({ target }) => target)]).toEqual([1, ['/%73imple', '/simple/2', '/other']]);
});

test('a request that is left to the parser reaches it with all its bytes', async () => {
  const { send, parsed } = await server();
  const text = await send(post('//other', 'a body') + get('/other/2', close));
  expect(statusesIn(text)).toEqual([200, 200]);
  expect(parsed().map(({ target, body }) => [target, body.toString()])).toEqual([['//other', 'a body'], ['/other/2', '']]);
});

test('bytes that are not a request do not lose an answer', async () => {
  const { send, simple } = await server();
  expect(statusesIn(await send(`${get('/simple')}rubbish\r\n\r\n`))).toEqual([200, 400]);
  expect(simple()).toHaveLength(1);
});

test('a head or a body in pieces is put together by Node', async () => {
  const { connect, parsed } = await server();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString(); });
  const bytes = post('/simple', 'a body') + get('/simple/2', close);
  for (const byte of bytes) await new Promise((resolve) => { socket.write(byte, resolve); });
  await until(() => (socket.destroyed || socket.readableEnded) || undefined);
  expect(statusesIn(text)).toEqual([200, 200]);
  expect(parsed().map(({ target }) => target)).toEqual(['/simple', '/simple/2']);
});

test('a client that closes its side gets its answer', async () => {
  const { connect } = await server();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString(); });
  socket.end(get('/simple'));
  await until(() => (socket.readableEnded) || undefined);
  expect(statusesIn(text)).toEqual([200]);
});

test.each([
  ['simple', get('/simple') + get('/simple/2')],
  ['and one for the parser', get('/simple') + get('/%73imple')],
])('a client that closes its side after two requests, %s, gets both answers', async (_, bytes) => {
  const { connect } = await server();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString(); });
  socket.end(bytes);
  await until(() => (socket.readableEnded) || undefined);
  expect(statusesIn(text)).toEqual([200, 200]);
});

test('a client that does not close its side after the last answer is cut', async () => {
  const { listener } = await server();
  const socket = connectTo({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume().write(get('/simple', close));
  await once(socket, 'end');
  const isCut = new Promise((resolve) => { socket.on('close', () => resolve(true)); });
  const writing = setInterval(() => socket.write('x'), 50);
  expect(await isCut).toBe(true);
  clearInterval(writing);
});

test('what is not ASCII has the length of its bytes', async () => {
  const { send } = await server({}, () => '\u00e4\u20ac');
  const text = await send(get('/simple', close));
  expect(text).toContain('Content-Length: 5\r\n');
  expect(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1').toString()).toBe('\u00e4\u20ac');
});

test('a long answer arrives whole', async () => {
  const { send } = await server({}, () => 'x'.repeat(3_000_000));
  const text = await send(get('/simple') + get('/simple', close));
  expect(text.length).toBeGreaterThan(6_000_000);
  expect(statusesIn(text)).toEqual([200, 200]);
});

test('a client that does not read is cut', async () => {
  const cuts: string[] = [];
  const { connect } = await server({ sendTimeoutMs: 200, onCut: (code) => cuts.push(code) }, () => 'x'.repeat(5_000_000));
  const socket = connect().pause();
  socket.on('error', () => undefined);
  socket.write(get('/simple').repeat(4));
  await until(() => (cuts.length > 0) || undefined);
  expect(cuts).toEqual(['CLIENT_TOO_SLOW']);
  socket.destroy();
});

test.each([
  ['that has sent nothing', '', { headersTimeoutMs: 200, idleTimeoutMs: 60_000 }],
  ['between two requests', get('/simple'), { headersTimeoutMs: 60_000, idleTimeoutMs: 200 }],
])('a connection %s is closed in time', async (_, bytes, limits) => {
  const { send } = await server(limits);
  expect(statusesIn(await send(bytes))).toEqual(bytes === '' ? [] : [200]);
});

test('a trusted proxy provides the client address', async () => {
  const { send, simple } = await server({ isTrusted: (address) => address === '127.0.0.1' });
  await send(get('/simple', 'X-Forwarded-For: 192.0.2.7', 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 443', close));
  expect(simple()[0]).toMatchObject({ sourceIp: '192.0.2.7', peerIp: '127.0.0.1', scheme: 'https', port: 443 });
});

test('when the listener closes, idle connections end at once and the others with their answer', async () => {
  const answers: (() => void)[] = [];
  const { listener: served, connect } = await server({}, undefined, (answer) => answers.push(answer));
  const [idle, busy] = [connect(), connect()];
  let text = '';
  let isUsed = false;
  idle.on('data', () => { isUsed = true; });
  busy.on('data', (chunk) => { text += chunk.toString(); });
  idle.write(get('/simple'));
  (await until(() => answers.shift()))();
  await until(() => isUsed || undefined);
  busy.write(get('/simple'));
  const answer = await until(() => answers.shift());
  const closed = served.close(3_600_000);
  await until(() => idle.readableEnded || idle.destroyed || undefined);
  expect(text).toBe('');
  answer();
  await closed;
  await until(() => busy.readableEnded || busy.destroyed || undefined);
  expect(statusesIn(text)).toEqual([200]);
  expect(text).toContain('Connection: close\r\n');
});

describe('a response that is lists and bytes', () => {
  const bytes = (status: number, text: string): Reply => ({ status, headers: [{ name: 'X-A', value: 'b' }, { name: 'Content-Length', value: '99' }], body: Buffer.from(text) });

  test('is sent whole, with the framing of the server', async () => {
    const { send } = await started({}, ({ target }) => bytes(200, target));
    const text = await send(get('/one') + get('/two', close));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nX-A: b\r\nContent-Length: 4\r\nDate: [^\r]+\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n\/one/);
    expect(text).toMatch(/Content-Length: 4\r\nDate: [^\r]+\r\nConnection: close\r\n\r\n\/two$/);
  });

  test('has no body where its status has none', async () => {
    const { send } = await started({}, () => bytes(204, 'dropped'));
    const text = await send(get('/one') + get('/two', close));
    expect(statusesIn(text)).toEqual([204, 204]);
    expect(text).not.toContain('dropped');
    expect(text).not.toContain('Content-Length');
  });
});

describe('a response that is a stream', () => {
  /** A stream of these chunks that says whether somebody gave it up. */
  function streamOf(...texts: string[]): ReplyStream & { readonly isCancelled: () => boolean } {
    let isCancelled = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      for (const text of texts) yield await Promise.resolve(Buffer.from(text));
    }
    return { chunks: chunks(), cancel: () => { isCancelled = true; }, limits: streamLimits('REGIONAL'), isCancelled: () => isCancelled };
  }
  const streamed = (status: number, stream: ReplyStream): Reply => ({ status, headers: [], body: Buffer.alloc(0), stream });

  test('that began before the server drains leaves the connection open, as its head said', async () => {
    let release = (): void => undefined;
    const waiting = async function* chunks() {
      await new Promise<void>((resolve) => { release = resolve; });
      yield Buffer.from('late');
    };
    const stream = { chunks: waiting(), cancel: () => undefined, limits: streamLimits('REGIONAL') };
    const { listener, connect, seen } = await started({}, ({ target }) => (target === '/stream' ? streamed(200, stream) : { status: 200, head: '', text: 'after' }));
    const socket = connect();
    let text = '';
    socket.on('data', (chunk: Buffer) => { text += chunk.toString('latin1'); });
    const ended = new Promise((resolve) => { socket.once('end', resolve); });
    socket.write(get('/stream'));
    await until(() => (text.includes('keep-alive') ? true : undefined));
    listener.drain();
    release();
    await until(() => (text.endsWith('0\r\n\r\n') ? true : undefined));
    socket.write(get('/next'));
    await ended;
    expect(text).toMatch(/4\r\nlate\r\n0\r\n\r\nHTTP\/1\.1 200 OK[^]*Connection: close\r\n\r\nafter$/);
    expect(seen).toHaveLength(2);
  });

  test('is sent in chunks, and the connection stays', async () => {
    const { send, simple } = await started({}, ({ target }) => (target === '/one' ? streamed(200, streamOf('first', '', 'second')) : { status: 200, head: '', text: 'after' }));
    const text = await send(get('/one') + get('/two', close));
    expect(text).toContain('Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n6\r\nsecond\r\n0\r\n\r\nHTTP/1.1 200 OK');
    expect(text).toMatch(/after$/);
    expect(simple()).toHaveLength(2);
  });

  test('is given up where its status has no body', async () => {
    const stream = streamOf('never sent');
    const { send } = await started({}, () => streamed(204, stream));
    const text = await send(get('/one', close));
    expect(statusesIn(text)).toEqual([204]);
    expect(text).not.toContain('never sent');
    expect(stream.isCancelled()).toBe(true);
  });

  test('is abandoned when the client disconnects', async () => {
    const stream = streamOf('never sent');
    let respond: (() => void) | undefined;
    const { connect } = await started({}, () => new Promise((resolve) => { respond = () => resolve(streamed(200, stream)); }));
    const socket = connect();
    socket.write(get('/one'));
    await until(() => respond);
    await new Promise<void>((resolve) => { socket.on('close', () => resolve()).resetAndDestroy(); });
    await new Promise((resolve) => { setTimeout(resolve, 50); }); // for the server to see it
    respond?.();
    await until(() => stream.isCancelled() || undefined);
  });
});

test('a body counts for the budget of all connections while its request is answered, and no longer', async () => {
  const answers: (() => void)[] = [];
  const { connect, send, simple } = await server({ requestBytesInFlight: 10_000 }, () => 'done', (answer) => answers.push(answer));
  const first = connect();
  let text = '';
  first.on('data', (chunk) => { text += chunk.toString(); });
  first.write(post('/first', 'x'.repeat(9_000)));
  const answer = await until(() => answers.shift());
  expect(statusesIn(await send(post('/second', 'x'.repeat(9_000))))).toEqual([503]);
  answer();
  await until(() => text !== '' || undefined);
  first.write(post('/third', 'x'.repeat(9_000)));
  (await until(() => answers.shift()))();
  await until(() => statusesIn(text).length === 2 || undefined);
  expect(statusesIn(text)).toEqual([200, 200]);
  expect(simple().map(({ target }) => target)).toEqual(['/first', '/third']);
  first.destroy();
});

test('a URL that is too long for the handler is refused, however simple its head', async () => {
  const text = { status: 200, head: '', text: 'answered' };
  const server = await listen({
    handle: (_, respond) => respond(text), urlLength: () => 20, refuse: () => ({ ...text, status: 414 }),
  }, { host: '127.0.0.1', port: 0, now: () => 1 });
  servers.push(server);
  expect((await exchange(server.port, get(`/${'x'.repeat(19)}`, close))).status).toBe(200);
  expect((await exchange(server.port, get(`/${'x'.repeat(20)}`, close))).status).toBe(414);
});

describe('one connection, with the server\'s end of its socket at hand', () => {
  let pair: SocketPair;
  let client: Socket;
  let socket: Socket;
  beforeEach(async () => {
    pair = await openSocketPair();
    ({ client, socket } = pair);
  });
  afterEach(() => pair.close());

  const REQUEST = `GET /simple HTTP/1.1\r\nHost: api.test\r\nX-Long: ${'x'.repeat(100)}\r\n\r\n`;
  const ANSWER: GatewayReply = { status: 200, head: '', text: 'answer' };

  function serveConnection(handle: (respond: (reply: GatewayReply) => void) => void, given: Partial<SimpleOptions> = {}): void {
    const limits = { sendTimeoutMs: 5_000, sendBytesPerSecond: 1, responseBytesInFlight: 100_000_000 };
    const listeners = new ConnectionListeners((error) => { throw error; });
    listeners.accept(socket);
    const options: SimpleOptions = {
      handler: { handle: (_, respond) => handle(respond), urlLength: () => 8_192 },
      now: Date.now,
      isTrusted: () => false,
      watch: createSlowReaderGuard(limits, () => undefined),
      budget: createBodyBudget(1_000_000),
      isEnding: () => false,
      isClosing: () => false,
      idleTimeoutMs: 60_000,
      toParser: () => undefined,
      listeners,
      ...given,
    };
    void new SimpleConnection(socket, options, () => undefined);
  }

  test('requests that are sent without waiting for answers are read as far as they are answered', async () => {
    let handled = 0;
    serveConnection((respond) => {
      handled += 1;
      if (handled < 200) setImmediate(() => respond(ANSWER));
    });
    client.resume().write(REQUEST.repeat(100_000));
    await until(() => handled === 200 || undefined);
    await new Promise((resolve) => { setTimeout(resolve, 100); }); // for more to be read, if it were
    expect(socket.bytesRead).toBeLessThan(200 * REQUEST.length + 300_000);
  });

  test('a body that cannot be handled no longer counts', async () => {
    const budget = createBodyBudget(10);
    const defects: unknown[] = [];
    const closed = once(client.on('error', () => undefined).resume(), 'close'); // its connection is cut
    serveConnection(() => { throw new Error('boom'); }, { budget, listeners: new ConnectionListeners((error) => defects.push(error)) });
    client.write(post('/simple', '10 bytes..'));
    await closed;
    expect(defects).toEqual([new Error('boom')]);
    expect(budget.takeComplete(10)).toBe(true);
  });

  test('after a stream whose end waits for the client, the next request is answered', async () => {
    /** Ends as soon as something waits, which is less than the socket calls full. */
    async function* chunks(): AsyncGenerator<Buffer> {
      while (socket.writableLength === 0) yield await Promise.resolve(Buffer.alloc(4_096, 'x'));
    }
    const stream = { chunks: chunks(), cancel: () => undefined, limits: { ...streamLimits('REGIONAL'), fullSpeedBytes: Infinity } };
    const streamed: Reply = { status: 200, headers: [], body: Buffer.alloc(0), stream };
    let handled = 0;
    serveConnection((respond) => {
      handled += 1;
      respond(handled === 1 ? streamed : ANSWER);
    });
    client.pause().write(REQUEST);
    await until(() => socket.writableLength > 0 || undefined);
    expect(socket.writableLength).toBeLessThan(socket.writableHighWaterMark);
    let text = '';
    client.on('data', (bytes: Buffer) => { text = `${text}${bytes.toString('latin1')}`.slice(-100); }).resume();
    await until(() => text.endsWith('0\r\n\r\n') || undefined);
    client.write(REQUEST);
    await until(() => text.endsWith('answer') || undefined);
  });
});

test.each([
  ['with simple heads', get('/kept'), get('/last')],
  ['of the parser', get('/%6bept'), get('/%6cast')],
])('while the server drains, a connection %s ends with its next answer, and a new one is accepted', async (_, kept, last) => {
  const { listener, connect, send } = await server();
  const socket = connect();
  let text = '';
  socket.on('data', (chunk: Buffer) => { text += chunk.toString('latin1'); });
  const ended = new Promise((resolve) => { socket.once('end', resolve); });
  socket.write(kept);
  await until(() => (text.includes('ept ') ? text : undefined));
  listener.drain();
  socket.write(last);
  await ended;
  expect(text).toMatch(/Connection: keep-alive\r\n[^]*Connection: close\r\n/);
  expect(statusesIn(await send(get('/new')))).toEqual([200]);
});
