import type { HttpListener, ListenOptions } from '../../../lib/runtime/server/http-server';
import { startServer, statusesIn, type TestServer } from '../../support/http-server';
import { until } from '../../support/until';
import type { Received } from '../../../lib/runtime/http/request';
import type { Reply } from '../../../lib/runtime/http/reply';

/* The behavior of one connection over real sockets: order, ends, and bytes that make no sense. */

const servers: HttpListener[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close(0))));

async function server(options: Partial<ListenOptions> = {}, answer?: (received: Received) => Promise<Reply>): Promise<TestServer> {
  const started = await startServer(options, answer);
  servers.push(started.listener);
  return started;
}

const get = (target: string, ...headers: readonly string[]) => `GET ${target} HTTP/1.1\r\nHost: api.test\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const targets = ({ seen }: TestServer) => seen.map(({ target }) => target);

/** An answer that waits until it is let go. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => { open = resolve; });
  return { open, answer: async ({ target }: Received): Promise<Reply> => {
    await opened;
    return { status: 200, headers: [], body: Buffer.from(target) };
  } };
}

describe('pipelined requests', () => {
  test('are answered one after the other', async () => {
    let running = 0;
    let most = 0;
    const tested = await server({}, async ({ target }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { status: 200, headers: [], body: Buffer.from(target) };
    });
    const text = await tested.send(Array.from({ length: 50 }, (_, index) => get(`/${index}`)).join('') + get('/last', 'Connection: close'));
    const bodies = [...text.matchAll(/\r\n\r\n(\/\d+|\/last)/g)].map((match) => match[1]);
    expect(bodies).toEqual([...Array.from({ length: 50 }, (_, index) => `/${index}`), '/last']);
    expect(most).toBe(1);
  });

  test('after one that is refused are not even looked at', async () => {
    const tested = await server();
    expect(statusesIn(await tested.send(get('/a/../b') + get('/secret')))).toEqual([400]);
    expect(tested.seen).toEqual([]);
  });

  test('after one that ends the connection are not even looked at', async () => {
    const tested = await server();
    expect(statusesIn(await tested.send(get('/a', 'Connection: close') + get('/secret')))).toEqual([200]);
    expect(targets(tested)).toEqual(['/a']);
  });

  test('of a disconnected client are not begun', async () => {
    const held = gate();
    const tested = await server({}, held.answer);
    const socket = tested.connect();
    socket.on('error', () => undefined);
    socket.write(get('/1') + get('/2'));
    await until(() => tested.seen[0]);
    socket.resetAndDestroy();
    await new Promise((resolve) => { socket.once('close', resolve); });
    held.open();
    expect(await tested.send(get('/after', 'Connection: close'))).toContain('/after');
    expect(targets(tested)).toEqual(['/1', '/after']);
  });
});

describe('bytes that are not a request', () => {
  test('after a good one do not take its answer away', async () => {
    const held = gate();
    const tested = await server({}, held.answer);
    const text = tested.send(`${get('/good')}\0\0\r\n\r\n`);
    await until(() => tested.seen[0]);
    held.open();
    expect(statusesIn(await text)).toEqual([200, 400]);
  });

  test('in the body of the second of two good heads leave the first its answer, and the second has one', async () => {
    const held = gate();
    const tested = await server({}, held.answer);
    const text = tested.send(`${get('/good')}POST /bad HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n${get('/secret')}`);
    await until(() => tested.seen[0]);
    held.open();
    expect(statusesIn(await text)).toEqual([200, 400]);
    expect(targets(tested)).toEqual(['/good']);
  });

  test('have one answer with the headers of every answer, and the connection ends', async () => {
    const tested = await server();
    const text = await tested.send('SSH-2.0-OpenSSH_9.0\r\n');
    expect(statusesIn(text)).toEqual([400]);
    expect(text).toMatch(/Content-Length: \d+\r\nConnection: close\r\n\r\n\{"message":/);
  });

  test('CHUNK_EXTENSIONS_TOO_LARGE: 413', async () => {
    const tested = await server();
    const text = await tested.send(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;${'a'.repeat(17_000)}\r\nhello\r\n0\r\n\r\n`);
    expect(statusesIn(text)).toEqual([413]);
    expect(tested.seen).toEqual([]);
  });

  test('METHOD_UNSUPPORTED: CONNECT is not supported', async () => {
    const tested = await server();
    expect(statusesIn(await tested.send('CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n'))).toEqual([501]);
  });

  test('trailers above the limit of headers are refused, and those below it are not handed over', async () => {
    const tested = await server();
    const chunked = (trailers: string) => `POST /t HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n${trailers}\r\n`;
    expect(statusesIn(await tested.send(chunked(`X: ${'a'.repeat(11_000)}\r\n`)))).toEqual([431]);
    expect(statusesIn(await tested.send(chunked('Authorization: x\r\n')))).toEqual([200]);
    expect(tested.seen.map(({ headers }) => headers.map(({ name }) => name))).toEqual([['Host', 'Connection', 'Transfer-Encoding']]);
  });
});

describe('a refusal', () => {
  test('reaches a client that is still sending its body', async () => {
    const tested = await server();
    const text = await tested.send(`POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n${'a'.repeat(2_000_000)}`);
    expect(statusesIn(text)).toEqual([413]);
  });

  test('comes instead of the invitation to send', async () => {
    const tested = await server();
    const expecting = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(statusesIn(await tested.send(expecting(10_485_761)))).toEqual([413]);
    expect(statusesIn(await tested.send(expecting(1), '100 Continue'))).toEqual([100]);
    expect(statusesIn(await tested.send('POST / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nContent-Length: 1\r\n\r\n'))).toEqual([417]);
    expect(statusesIn(await tested.send('POST / HTTP/1.0\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na'))).toEqual([200]);
  });
});

describe('the end of a connection', () => {
  test('a client that has closed its side gets its answer', async () => {
    const held = gate();
    const tested = await server({}, held.answer);
    const socket = tested.connect();
    let text = '';
    socket.on('data', (data) => { text += data.toString(); });
    socket.end(get('/half'));
    await until(() => tested.seen[0]);
    held.open();
    await new Promise((resolve) => { socket.once('close', resolve); });
    expect(statusesIn(text)).toEqual([200]);
  });

  test('a declined upgrade ends the connection, because the bytes after it are lost', async () => {
    const tested = await server();
    const text = await tested.send(get('/ws', 'Connection: Upgrade', 'Upgrade: websocket') + get('/second'));
    expect(statusesIn(text)).toEqual([200]);
    expect(text).toMatch(/connection: close/i);
  });

  test('REQUEST_TIMEOUT: a head, a body, and empty lines that come too slowly', async () => {
    const tested = await server({ headersTimeoutMs: 200, requestTimeoutMs: 400, idleTimeoutMs: 60_000 });
    const texts = await Promise.all([
      tested.send('GET /a?'), tested.send('\r\n'), tested.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na'),
      tested.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;a'),
    ]);
    expect(texts.map(statusesIn)).toEqual([[408], [408], [408], [408]]);
    expect(tested.seen).toEqual([]);
  });

  test('a connection that never says anything, and one that says nothing more, end without a word', async () => {
    const tested = await server({ headersTimeoutMs: 200, idleTimeoutMs: 200 });
    expect(await tested.send('')).toBe('');
    expect(statusesIn(await tested.send(get('/once', 'Keep-Alive: timeout=999999')))).toEqual([200]);
  });

  test('a connection above the limit is closed and reported', async () => {
    const cuts: string[] = [];
    const tested = await server({ maxConnections: 1, onCut: (code) => cuts.push(code) });
    const first = tested.connect();
    first.write(get('/first'));
    await until(() => tested.seen[0]);
    expect(await tested.send(get('/second')).catch(() => '')).toBe('');
    expect(cuts).toEqual(['CONNECTIONS_EXCEEDED']);
    first.destroy();
  });
});
