import http, { type Server } from 'node:http';
import { connect } from 'node:net';
import { GatewayError } from '../../../lib/errors';
import { listen, type HttpListener } from '../../../lib/runtime/server/http-server';
import type { RequestHandler } from '../../../lib/runtime/server/request-handler';
import { gatewayResponse } from '../../../lib/runtime/pipeline/steps/gateway-response';
import { streamLimits } from '../../../lib/runtime/http/reply-stream';
import { progress } from '../../support/exchange';
import { observedStream } from '../../support/observed-stream';
import type { Received } from '../../../lib/runtime/http/request';
import type { Reply } from '../../../lib/runtime/http/reply';

const seen: Received[] = [];
let reply: Reply;
let held: Promise<void> | undefined;
let server: HttpListener;

const handler: RequestHandler = {
  handle: (received, respond) => {
    seen.push(received);
    void Promise.resolve(held).then(() => respond(reply));
  },
  urlLength: () => 8_192,
  refuse: (_, error) => gatewayResponse(error, progress()),
};

beforeEach(async () => {
  seen.length = 0;
  held = undefined;
  reply = { status: 200, headers: [{ name: 'Content-Type', value: 'text/plain' }], body: Buffer.from('hello') };
  server = await listen(handler, { host: '127.0.0.1', port: 0, now: () => 1 });
});

afterEach(() => server.close(0));

/** Sends bytes on a fresh connection and resolves with all that comes back until the server closes, or `until` came. */
function send(bytes: string, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until !== undefined && text.includes(until)) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: api.test\r\n${headers}\r\n`;

describe('HTTP front', () => {
  test('hands over method, raw target, header lines and body as sent', async () => {
    await send('POST /a%20b//c?x=%zz HTTP/1.1\r\nhOsT: api.test\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 3\r\n\r\nabc', 'hello');
    expect(seen[0]).toMatchObject({ method: 'POST', target: '/a%20b//c?x=%zz', sourceIp: '127.0.0.1', scheme: 'http', protocol: 'HTTP/1.1', port: server.port });
    expect(seen[0]?.headers).toEqual([
      { name: 'hOsT', value: 'api.test' }, { name: 'X-A', value: '1' }, { name: 'x-a', value: '2' }, { name: 'Content-Length', value: '3' },
    ]);
    expect(seen[0]?.body.toString()).toBe('abc');
  });

  test('writes header names in their spelling, repeated ones as own lines, and its own length', async () => {
    reply = { ...reply, headers: [{ name: 'seT-Cookie', value: 'a' }, { name: 'seT-Cookie', value: 'b' }, { name: 'content-length', value: '1' }, { name: 'Transfer-Encoding', value: 'chunked' }] };
    const text = await send(get('/'), 'hello');
    expect(text).toContain('seT-Cookie: a\r\nseT-Cookie: b\r\nContent-Length: 5\r\n');
    expect(text).not.toMatch(/transfer-encoding|content-length: 1/i);
    expect(text).toMatch(/\r\nDate: .*\r\nConnection: keep-alive\r\n/);
  });

  test('keeps the connection for the next request', async () => {
    const text = await send(get('/1') + get('/2', 'Connection: close\r\n'));
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2);
    expect(seen.map((request) => request.target)).toEqual(['/1', '/2']);
  });

  test.each(['close', '\tclose', 'close\t', '\tClose \t', 'x, close\t'])('Connection:%j ends the connection, and no further request begins', async (value) => {
    const text = await send(get('/1', `Connection:${value}\r\nX-Unusual:\t1\r\n`) + get('/2'));
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(1);
    expect(text).toContain('\r\nConnection: close\r\n');
    expect(seen.map((request) => request.target)).toEqual(['/1']);
  });

  test.each([
    ['alone', ''], ['with a body', 'Content-Length: 30\r\n'], ['that expects 100', 'Expect: 100-continue\r\nContent-Length: 30\r\n'],
  ])('a request without Host %s is refused by the gateway, and no further request begins', async (_, headers) => {
    const text = await send(`POST /1 HTTP/1.1\r\n${headers}\r\n${get('/2')}${get('/3')}`);
    expect(text.match(/HTTP\/1.1 /g)).toHaveLength(1);
    expect(text).toMatch(/^HTTP\/1.1 400 .*"message":/s);
    expect(seen).toEqual([]);
  });

  test.each([204, 205, 304])('%i has neither body nor length', async (status) => {
    reply = { ...reply, status };
    const text = await send(get('/', 'Connection: close\r\n'));
    expect(text).not.toMatch(/content-length|hello/i);
  });

  test('HEAD has the length and no body', async () => {
    const text = await send('HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(text).toContain('Content-Length: 5');
    expect(text).not.toContain('hello');
  });

  test('the absolute form is its path', async () => {
    await send(get('http://api.test/a?b'), 'hello');
    expect(seen[0]?.target).toBe('/a?b');
  });

  test.each([
    ['PAYLOAD_TOO_LARGE: a declared length above 10 MB', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${10_485_761}\r\n\r\n`, 413],
    ['URL_TOO_LONG: a URL above 8,192 characters', get(`/${'a'.repeat(8192)}`), 414],
    ['HEADERS_TOO_LARGE: headers above 10,240 bytes', get('/', `X: ${'a'.repeat(10_240)}\r\n`), 413],
    ['HEAD_TOO_LARGE: more than 500 headers', get('/', 'X: a\r\n'.repeat(501)), 431],
    ['REQUEST_MALFORMED: two Host headers', get('/', 'Host: b\r\n'), 400],
    ['REQUEST_MALFORMED: two content types', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 0\r\n\r\n', 400],
    ['REQUEST_MALFORMED: a target that is not a valid path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['both length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const text = await send(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/connection: close/i);
    expect(seen).toHaveLength(0);
  });

  test('the limits let through what is just within them', async () => {
    await send(get(`/${'a'.repeat(8191)}`, `X: ${'a'.repeat(10_000)}\r\n`), 'hello');
    expect(seen).toHaveLength(1);
  });

  test('PAYLOAD_TOO_LARGE: a body that turns out too long is not served', async () => {
    const chunk = `100000\r\n${'a'.repeat(1_048_576)}\r\n`;
    const text = await send(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(11)}0\r\n\r\n`, '413');
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(seen).toHaveLength(0);
  });

  test('REQUEST_ABORTED: a client that leaves in the middle of its body is not served', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'));
      socket.resume();
      socket.on('close', () => resolve());
    });
    expect(seen).toHaveLength(0);
  });

  test('close waits for the request in flight and takes no new one', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => { release = resolve; });
    const answer = send(get('/slow'));
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closed = server.close(10_000);
    await expect(send(get('/late'))).rejects.toThrow(/ECONNREFUSED/);
    release();
    expect(await answer).toMatch(/^HTTP\/1.1 200[^]*connection: close/i);
    await closed;
  });

  test.each([['alone', '', 1], ['with a request behind it', get('/behind'), 2]])('a stream that lasts longer than the listener, %s, ends its connection', async (_, behind, answers) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => { release = resolve; });
    async function* chunks() {
      yield Buffer.from('first');
      await released;
      yield Buffer.from('last');
    }
    const stream = { chunks: chunks(), cancel: () => undefined, limits: streamLimits('REGIONAL') };
    reply = { status: 200, headers: [], body: Buffer.alloc(0), stream };
    // a body in chunks is for Node's parser
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${behind}`));
    let text = '';
    const ended = new Promise<void>((resolve) => { socket.on('end', resolve); });
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.includes('first')) resolve();
      });
    });
    expect(text).toMatch(/connection: keep-alive/i);
    reply = { status: 200, headers: [], body: Buffer.from('behind') };
    const closed = server.close(3_600_000);
    release();
    await ended;
    await closed;
    expect([text.match(/HTTP\/1\.1 200/g)?.length, text.includes('last')]).toEqual([answers, true]);
  });

  test('close cuts what does not finish in time', async () => {
    held = new Promise(() => undefined);
    const answer = send(get('/never'));
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.close(20);
    expect(await answer).toBe('');
  });

  test('connections that the system does not hand over are counted, and end nothing', async () => {
    const servers: Server[] = [];
    const { createServer } = http;
    const making = jest.spyOn(http, 'createServer').mockImplementation((...options: Parameters<typeof createServer>) => {
      const server = createServer(...options);
      servers.push(server);
      return server;
    });
    const cuts: string[] = [];
    const second = await listen(handler, { host: '127.0.0.1', port: 0, now: () => 1, onCut: (code) => cuts.push(code) });
    making.mockRestore();
    for (const code of ['ENFILE', 'ENOBUFS', 'ENOMEM']) servers[0]?.emit('error', Object.assign(new Error(`accept ${code}`), { code }));
    expect(cuts).toEqual(['ACCEPT_FAILED', 'ACCEPT_FAILED', 'ACCEPT_FAILED']);
    await second.close(0);
  });

  test('a reply that cannot be written is a 500, and the error is reported', async () => {
    const defects: unknown[] = [];
    await server.close(0);
    server = await listen(handler, { host: '127.0.0.1', port: 0, now: () => 1, onDefect: (error) => defects.push(error) });
    reply = { status: 200, headers: [{ name: 'bad name', value: 'x' }], body: Buffer.from('hello') };
    const text = await send('POST / HTTP/1.1\r\nHost: api.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 500 [^]*Connection: close[^]*"Internal server error"/);
    expect(defects).toEqual([expect.objectContaining({ code: 'ERR_INVALID_HTTP_TOKEN' })]);
  });

  test('the stream of a reply that cannot be written is ended', async () => {
    const { stream, ends } = observedStream();
    reply = { status: 200, headers: [{ name: 'bad name', value: 'x' }], body: Buffer.alloc(0), stream };
    expect(await send('POST / HTTP/1.1\r\nHost: api.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 500 /);
    expect(ends).toEqual(['cancelled', 'ended after 0']);
  });

  test('PORT_IN_USE names the port', async () => {
    const second = listen(handler, { host: '127.0.0.1', port: server.port, now: () => 1 });
    await expect(second).rejects.toMatchObject({ code: 'PORT_IN_USE', details: { port: server.port } });
    await expect(second).rejects.toThrow(GatewayError);
  });

  test('LISTEN_FAILED: an address that is not of this machine', async () => {
    await expect(listen(handler, { host: '192.0.2.1', port: 0, now: () => 1 })).rejects.toMatchObject({ code: 'LISTEN_FAILED' });
  });
});
