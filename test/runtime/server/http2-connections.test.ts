import { once } from 'node:events';
import { connect as connectHttp2, constants, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { GatewayError } from '../../../lib/errors';
import { localCertificate } from '../../../lib/runtime/certificates/local-authority';
import type { Received } from '../../../lib/runtime/http/request';
import type { Reply } from '../../../lib/runtime/http/reply';
import { gatewayResponse } from '../../../lib/runtime/pipeline/steps/gateway-response';
import { listen, type HttpListener, type ListenOptions } from '../../../lib/runtime/server/http-server';
import { progress } from '../../support/exchange';
import { ownAuthority } from '../../support/local-authority';
import { observedStream } from '../../support/observed-stream';
import { until } from '../../support/until';
import { frame, FRAMES, PREFACE, settings } from '../../suites/http2-frames';

ownAuthority();
const seen: Received[] = [];
const refused: string[] = [];
const sessions: ClientHttp2Session[] = [];
let certificate: NonNullable<ListenOptions['certificate']>;
let answer: (received: Received) => Reply | Promise<Reply>;
let server: HttpListener;

const text = (body: string, status = 200): Reply => ({ status, headers: [{ name: 'Content-Type', value: 'text/plain' }], body: Buffer.from(body) });

async function open(limits: Partial<ListenOptions> = {}): Promise<void> {
  server = await listen({
    handle: (received, respond) => {
      seen.push(received);
      void Promise.resolve(answer(received)).then(respond);
    },
    urlLength: () => 8_192,
    refuse: (_, error) => {
      refused.push((error as GatewayError).code); // what the server refuses with
      return gatewayResponse(error, progress());
    },
  }, { host: '127.0.0.1', port: 0, now: () => 1, certificate, ...limits });
}

beforeAll(async () => { certificate = await localCertificate(Date.now()); });
beforeEach(() => {
  seen.length = 0;
  refused.length = 0;
  answer = () => text('hello');
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await server.close(0);
});

function session(): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
  session.on('error', () => undefined); // what a test expects of the connection it asks for itself
  sessions.push(session);
  return session;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** How the stream ended. */
  readonly code: number;
}

/** Returns the answer of a stream once it is closed. */
function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  return new Promise((resolve) => {
    let headers: IncomingHttpHeaders & { ':status'?: number } = {};
    const chunks: Buffer[] = [];
    stream.on('response', (received) => { headers = received; });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', () => undefined); // its code is below
    stream.on('close', () => resolve({ status: headers[':status'], headers, body: Buffer.concat(chunks).toString(), code: stream.rstCode }));
  });
}

function ask(headers: OutgoingHttpHeaders, body?: string | Buffer, client = session()): Promise<Answer> {
  const stream = client.request({ ':path': '/', ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

const closed = (client: ClientHttp2Session): Promise<void> => new Promise((resolve) => {
  if (client.destroyed) resolve();
  else client.once('close', () => resolve());
});

describe('requests', () => {
  beforeEach(() => open());

  test('are those of HTTP/1.1: host, one cookie, names in lower case, the protocol that API Gateway logs', async () => {
    await ask({ ':path': '/a%20b//c?x=%zz', ':method': 'POST', 'x-a': ['1', '2'], 'cookie': ['a=1', 'b=2'] }, 'abc');
    expect(seen[0]).toMatchObject({
      method: 'POST', target: '/a%20b//c?x=%zz', sourceIp: '127.0.0.1', scheme: 'https', protocol: 'HTTP/1.1', viaVersion: 'HTTP/2.0', port: server.port,
    });
    expect(seen[0]?.headers).toEqual([
      { name: 'host', value: `127.0.0.1:${server.port}` }, { name: 'x-a', value: '1' }, { name: 'x-a', value: '2' }, { name: 'cookie', value: 'a=1; b=2' },
    ]);
    expect(seen[0]?.body.toString()).toBe('abc');
  });

  test('share a connection, and are answered as they are ready', async () => {
    const client = session();
    answer = async ({ target }) => {
      if (target === '/slow') await new Promise((resolve) => { setTimeout(resolve, 50); });
      return text(target);
    };
    const order: string[] = [];
    const noted = async (path: string): Promise<void> => { order.push((await ask({ ':path': path }, undefined, client)).body); };
    await Promise.all([noted('/slow'), noted('/a'), noted('/b')]);
    expect(order).toEqual(['/a', '/b', '/slow']);
  });

  test.each([
    ['a CONNECT', { ':method': 'CONNECT', ':authority': 'x.test:443', ':path': undefined }, 501],
    ['two hosts', { ':authority': 'api.test', 'host': 'other.test' }, 400],
    ['a URL that is too long', { ':path': `/${'a'.repeat(8_192)}` }, 414],
    ['headers that are too large', { 'x-large': 'a'.repeat(11_000) }, 413],
    ['an expectation that is unknown', { expect: 'tea' }, 417],
    ['a body that is announced too large', { ':method': 'POST', 'content-length': String(20 * 1024 * 1024) }, 413],
  ])('%s is refused as over HTTP/1.1', async (_, headers, status) => {
    const client = session();
    const stream = client.request({ ':path': '/', ...headers } as OutgoingHttpHeaders, { endStream: !('content-length' in headers) });
    expect((await answerOf(stream)).status).toBe(status);
    expect(seen).toEqual([]);
  });

  test('a body that grows too large is refused', async () => {
    expect(await ask({ ':method': 'POST' }, Buffer.alloc(11 * 1024 * 1024))).toMatchObject({ status: 413 });
    expect(seen).toEqual([]);
  });

  test('a client that waits for it is told to go on', async () => {
    const stream = session().request({ ':path': '/', ':method': 'POST', 'expect': '100-continue' });
    stream.on('continue', () => stream.end('abc'));
    expect((await answerOf(stream)).body).toBe('hello');
    expect(seen[0]?.body.toString()).toBe('abc');
  });

  test('a client of HTTP/1.1 is served on the same port', async () => {
    const response = await new Promise<string>((resolve, reject) => {
      httpsRequest({ host: '127.0.0.1', port: server.port, path: '/x', rejectUnauthorized: false }, (message) => {
        message.setEncoding('utf8').on('data', (body: string) => resolve(`${message.httpVersion} ${message.statusCode} ${body}`));
      }).on('error', reject).end();
    });
    expect(response).toBe('1.1 200 hello');
    expect(seen[0]).toMatchObject({ target: '/x', scheme: 'https', protocol: 'HTTP/1.1' });
  });

  test('a client without TLS is told to use it', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port: server.port, path: '/' }, (message) => {
        message.resume().on('end', () => resolve(message.statusCode));
      }).on('error', reject).end();
    });
    expect({ status, refused }).toEqual({ status: 400, refused: ['HTTPS_REQUIRED'] });
    expect(seen).toEqual([]);
  });
});

describe('answers', () => {
  beforeEach(() => open());

  test('have their headers in lower case, repeated ones each, those of a connection not', async () => {
    answer = () => ({
      status: 200, body: Buffer.from('hello'), headers: [
        ['Set-Cookie', 'a=1'], ['set-cookie', 'b=2'], ['X-A', '1'], ['X-a', '2'], ['Content-Type', 'text/a'], ['content-type', 'text/b'],
        ['Connection', 'x-b'], ['Transfer-Encoding', 'chunked'], ['TE', 'x'],
      ].map(([name = '', value = '']) => ({ name, value })),
    });
    const { headers } = await ask({});
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-a': '1, 2', 'content-type': 'text/b', 'content-length': '5' });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['connection']));
  });

  test.each([['HEAD', 200], ['GET', 204], ['GET', 304]])('to %s with %i have no body', async (method, status) => {
    answer = () => text('hello', status);
    expect(await ask({ ':method': method })).toMatchObject({ status, body: '', code: 0 });
  });

  test('of several megabytes arrive whole', async () => {
    const body = 'x'.repeat(6_000_000);
    answer = () => text(body);
    expect((await ask({})).body).toBe(body);
  });

  const streamed = (chunks: AsyncIterable<Buffer>, idleMs = 1_000): Reply => ({
    ...text(''), stream: { chunks, cancel: () => undefined, limits: { idleMs, fullSpeedBytes: 1e9, bytesPerSecond: 1e9 } },
  });

  test('that are streamed arrive in pieces', async () => {
    answer = () => streamed((async function* pieces() {
      for (const piece of ['a', 'b', 'c']) yield await Promise.resolve(Buffer.from(piece));
    })());
    expect(await ask({})).toMatchObject({ body: 'abc', code: 0 });
  });

  test('whose stream breaks end with an error', async () => {
    answer = () => streamed((async function* pieces() {
      yield await Promise.resolve(Buffer.from('a'));
      throw new Error('the function ended');
    })());
    expect(await ask({})).toMatchObject({ status: 200, code: constants.NGHTTP2_INTERNAL_ERROR });
  });
});

describe('a connection', () => {
  test('that is closing answers what it has and takes no more', async () => {
    await open();
    let release = (): void => undefined;
    answer = () => new Promise((resolve) => { release = () => resolve(text('late')); });
    const client = session();
    const first = ask({}, undefined, client);
    while (seen.length === 0) await new Promise((resolve) => { setTimeout(resolve, 5); });
    const closing = server.close(5_000);
    await new Promise((resolve) => { client.once('goaway', resolve); });
    release();
    expect((await first).body).toBe('late');
    await Promise.all([closing, closed(client)]);
  });

  /** The last stream that the server of a connection answers. */
  const goneAway = (client: ClientHttp2Session): Promise<number> => new Promise((resolve) => {
    client.once('goaway', (_: number, lastStream: number) => resolve(lastStream));
  });

  test('of a server that drains answers what has begun, and its client knows that the rest was not looked at', async () => {
    await open();
    let release = (): void => undefined;
    answer = () => new Promise((resolve) => { release = () => resolve(text('late')); });
    const client = session();
    const first = ask({}, undefined, client);
    while (seen.length === 0) await new Promise((resolve) => { setTimeout(resolve, 5); });
    const lastStream = goneAway(client);
    server.drain();
    const second = ask({}, undefined, client);
    expect(await lastStream).toBe(1);
    expect(await second).toMatchObject({ status: undefined, code: constants.NGHTTP2_REFUSED_STREAM });
    release();
    expect(await first).toMatchObject({ status: 200, body: 'late', code: 0 });
    expect(seen).toHaveLength(1);
    await Promise.all([server.close(5_000), closed(client)]);
  });

  test('that is idle while the server drains is not cut: a request on its way may be sent again', async () => {
    await open();
    const client = session();
    await ask({}, undefined, client);
    server.drain();
    expect(await ask({}, undefined, client)).toMatchObject({ status: undefined, code: constants.NGHTTP2_REFUSED_STREAM });
    expect(seen).toHaveLength(1);
  });

  test('that has just ended is nothing to drain', async () => {
    await open();
    await ask({});
    let isClosed = false;
    const closed = server.close(0).then(() => { isClosed = true; });
    // between its end and the event of it, among others
    for (; !isClosed; await new Promise(setImmediate)) expect(() => server.drain()).not.toThrow();
    await closed;
  });

  test('that is opened while the server drains is answered, and then sent away', async () => {
    await open();
    server.drain();
    const client = session();
    const lastStream = goneAway(client);
    expect((await Promise.all([ask({}, undefined, client), ask({}, undefined, client)])).map(({ body }) => body)).toEqual(['hello', 'hello']);
    expect(await lastStream).toBe(3);
    await Promise.all([server.close(5_000), closed(client)]);
  });

  test.each([
    ['has asked nothing yet', 0],
    ['has had its answer', 1],
  ])('that is idle after it %s is closed', async (_, requests) => {
    await open({ headersTimeoutMs: 80, idleTimeoutMs: 80 });
    const client = session();
    for (let index = 0; index < requests; index++) await ask({}, undefined, client);
    await closed(client);
  });

  test('whose client does not begin with TLS is closed', async () => {
    await open({ headersTimeoutMs: 80 });
    const { connect } = await import('node:net');
    const socket = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => { socket.once('close', resolve); });
  });

  test('whose body does not arrive in time gets 408', async () => {
    await open({ requestTimeoutMs: 80 });
    const stream = session().request({ ':path': '/', ':method': 'POST' });
    stream.write('a');
    expect((await answerOf(stream)).status).toBe(408);
  });
});

/** The code of the last GOAWAY in what a server has sent (RFC 9113 §6.8). */
function goawayCode(bytes: Buffer): number | undefined {
  let code: number | undefined;
  for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    if (bytes[at + 3] === FRAMES.GOAWAY) code = bytes.readUInt32BE(at + 13);
  }
  return code;
}

/** Requests that cost a client nothing are limited, and its neighbors are answered. */
describe('a hostile client', () => {
  beforeEach(() => open({ headersTimeoutMs: 500 }));
  afterEach(async () => expect((await ask({})).body).toBe('hello'));

  /** GET https / of a host, from the static table of HPACK but for the host. */
  const HEAD = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, 6]), Buffer.from('a.test')]);

  /** Sends frames until the server cuts the connection. @returns how many were sent */
  async function flood(next: (index: number) => Buffer, most: number): Promise<number> {
    const socket: TLSSocket = connectTls({ host: '127.0.0.1', port: server.port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    let isCut = false;
    socket.on('error', () => undefined).on('close', () => { isCut = true; }).resume();
    await new Promise((resolve) => { socket.once('secureConnect', resolve); });
    socket.write(PREFACE);
    let sent = 0;
    while (!isCut && sent < most) {
      for (let index = 0; index < 50; index++) socket.write(next(sent++));
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    for (let waited = 0; !isCut && waited < 200; waited++) await new Promise((resolve) => { setTimeout(resolve, 10); });
    socket.destroy();
    return isCut ? sent : Infinity;
  }

  test('that opens streams and resets them is cut', async () => {
    const CANCEL = Buffer.from([0, 0, 0, 8]);
    const sent = await flood((index) => {
      const stream = 2 * index + 1;
      return Buffer.concat([frame({ type: 1, flags: 5, stream }, HEAD), frame({ type: 3, flags: 0, stream }, CANCEL)]);
    }, 20_000);
    expect(sent).toBeLessThan(20_000);
    expect(seen.length).toBeLessThan(2_000);
  });

  test.each([
    ['pings', () => frame({ type: 6, flags: 0, stream: 0 }, Buffer.alloc(8))],
    ['settings', () => settings()],
    ['a head without end', (index: number) => (index === 0 ? frame({ type: 1, flags: 1, stream: 1 }, HEAD) : frame({ type: 9, flags: 0, stream: 1 }, Buffer.concat([Buffer.from([0, 1, 120, 127, 0x81, 7]), Buffer.alloc(1_024, 97)])))],
    ['frames that no stream has', (index: number) => frame({ type: 0, flags: 0, stream: 2 * index + 1 }, Buffer.alloc(100))],
  ])('that floods %s is cut', async (_, next: (index: number) => Buffer) => {
    expect(await flood(next, 20_000)).toBeLessThan(Infinity);
    expect(seen).toEqual([]);
  });

  test('that floods is told to calm down', async () => {
    const socket = connectTls({ host: '127.0.0.1', port: server.port, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    await once(socket, 'secureConnect');
    // in one piece, so that the server leaves nothing unread, for which it would reset the connection
    const pings = Array.from({ length: 400 }, () => frame({ type: FRAMES.PING }, Buffer.alloc(8)));
    socket.write(Buffer.concat([PREFACE, ...pings]));
    await once(socket, 'close');
    expect(goawayCode(Buffer.concat(received))).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  });

  test('whose head is small only when compressed gets no further', async () => {
    const client = session();
    // each repetition is one byte on the wire
    const stream = client.request({ ':path': '/', 'x-bomb': Array.from({ length: 400 }, () => 'b'.repeat(4_000)) });
    const { status } = await answerOf(stream);
    expect([413, 431, undefined]).toContain(status);
    expect(seen).toEqual([]);
  });

  test('has a bounded number of requests at once', async () => {
    const waiting: (() => void)[] = [];
    answer = () => new Promise((resolve) => { waiting.push(() => resolve(text('hello'))); });
    const client = session();
    await new Promise((resolve) => { client.once('remoteSettings', resolve); });
    const answers = Array.from({ length: 200 }, () => ask({}, undefined, client));
    while (seen.length < 128) await new Promise((resolve) => { setTimeout(resolve, 5); });
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    expect(seen).toHaveLength(128);
    answer = () => text('hello');
    waiting.forEach((release) => release());
    expect((await Promise.all(answers)).every(({ body }) => body === 'hello')).toBe(true);
  });
});

test.each([
  ['in one piece', 60_000], ['in several pieces', 1_000_000],
])('answers %s that a client does not take count against the budget, and those that wait longest are cut', async (_, bytes) => {
  const cuts: string[] = [];
  await open({ responseBytesInFlight: 4 * bytes, sendTimeoutMs: 3_600_000, onCut: (code) => cuts.push(code) });
  answer = () => text('x'.repeat(bytes));
  const client = connectHttp2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } });
  sessions.push(client.on('error', () => undefined)); // it is cut at the end
  await once(client, 'remoteSettings');
  const streams = Array.from({ length: 20 }, () => client.request({ ':path': '/' }));
  const codes = streams.map((stream) => answerOf(stream).then(({ code }) => code));
  // those that are left hold what the budget allows
  expect(await Promise.all(codes.slice(0, 16))).toEqual(Array.from({ length: 16 }, () => constants.NGHTTP2_INTERNAL_ERROR));
  expect(cuts).toEqual(Array.from({ length: 16 }, () => 'CLIENT_TOO_SLOW'));
  expect(streams.slice(16).map(({ destroyed }) => destroyed)).toEqual([false, false, false, false]);
});

test('a client without TLS that resets its connection harms nobody', async () => {
  await open();
  const { connect } = await import('node:net');
  for (let index = 0; index < 20; index++) {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((resolve) => { socket.once('connect', resolve); });
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => { setTimeout(resolve, index); });
    socket.resetAndDestroy();
  }
  expect((await ask({})).body).toBe('hello');
});

test('a connection that has sent nothing does not delay the end', async () => {
  await open();
  const { connect } = await import('node:net');
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => { socket.once('connect', resolve); });
  await Promise.all([new Promise((resolve) => { socket.once('close', resolve); }), server.close(3_600_000)]);
});

test('a reply that cannot be written is a 500, and the error is reported; the connection goes on', async () => {
  const defects: unknown[] = [];
  await open({ onDefect: (error) => defects.push(error) });
  answer = ({ target }) => (target === '/broken' ? { ...text('x'), headers: [{ name: 'bad name', value: 'x' }] } : text('hello'));
  const connection = session();
  expect(await answerOf(connection.request({ ':path': '/broken' }))).toMatchObject({ status: 500, body: '{"message":"Internal server error"}' });
  expect(defects).toEqual([expect.objectContaining({ code: 'ERR_INVALID_HTTP_TOKEN' })]);
  expect(await answerOf(connection.request({ ':path': '/' }))).toMatchObject({ status: 200, body: 'hello' });
});

test('the stream of a reply that cannot be written is ended', async () => {
  const { stream, ends } = observedStream();
  await open();
  answer = () => ({ status: 200, headers: [{ name: 'bad name', value: 'x' }], body: Buffer.alloc(0), stream });
  expect(await ask({})).toMatchObject({ status: 500 });
  expect(ends).toEqual(['cancelled', 'ended after 0']);
});

test('a connection for HTTP/1.1 that a browser has opened in advance does not hold up the close', async () => {
  await open();
  const socket = connectTls({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => undefined); // it is cut
  const closed = once(socket, 'close');
  await once(socket, 'session'); // the server is done with the handshake
  await server.close(3_600_000);
  await closed;
});

test.each([
  ['leaves', (socket: Socket) => { socket.end(); }], ['resets the connection', (socket: Socket) => { socket.resetAndDestroy(); }], ['waits', () => undefined],
])('a client that %s during the handshake does not hold up the close', async (_, then) => {
  await open();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined); // it is cut
  await once(socket, 'connect');
  socket.write(Buffer.from([22, 3, 1, 0, 200, 1]));
  await new Promise((resolve) => { setTimeout(resolve, 100); }); // the server has begun the handshake
  then(socket);
  await server.close(3_600_000);
});

test('over TLS, a client that resets its connection within a body holds nothing until the end of a send timeout', async () => {
  await open({ sendTimeoutMs: 600_000 });
  const raw = connect(server.port, '127.0.0.1');
  const socket = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  for (const each of [raw, socket]) each.on('error', () => undefined);
  await once(socket, 'secureConnect');
  await new Promise((resolve) => { socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc', resolve); });
  raw.resetAndDestroy(); // at once, so that Node's server sees an end and no reset
  await until(() => refused.length === 1 || undefined);
  await until(() => server.requestsInFlight() === 0 || undefined);
});
