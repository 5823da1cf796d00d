import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { createHttpClient } from '../../../lib/runtime/system/http-client';
import { until } from '../../support/until';
import type { BackendRequest } from '../../../lib/runtime/ports';

const client = createHttpClient();
const servers: (Server | SocketServer)[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});
afterAll(() => client.close());

async function listen<S extends Server | SocketServer>(server: S): Promise<string> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function send(url: string, given: Partial<BackendRequest> = {}) {
  return client.request({ method: 'GET', url, headers: [], body: undefined, timeoutMs: 5_000, maxBytes: 1_000, ...given });
}

const serve = (listener: RequestListener) => listen(createServer(listener));

/** Answers with what it was asked: request line, header lines, body. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.rawHeaders, body: Buffer.concat(parts).toString() })));
}

async function echoed(url: string, given: Partial<BackendRequest> = {}) {
  const { body } = await send(url, given);
  return JSON.parse(body.toString()) as { method: string; url: string; headers: string[]; body: string };
}

describe('requests', () => {
  test('path, names, order and repeated lines arrive as they are', async () => {
    const url = await serve(echo);
    const headers = [{ name: 'x-Own', value: '1' }, { name: 'x-Own', value: '2' }, { name: 'Accept', value: 'a' }];
    await expect(echoed(`${url}/a/../b//%2F?x=%20`, { headers })).resolves.toMatchObject({
      method: 'GET',
      url: '/a/../b//%2F?x=%20',
      headers: ['Host', url.slice(7), 'x-Own', '1', 'x-Own', '2', 'Accept', 'a', 'Connection', 'keep-alive'],
    });
  });

  test('a body has a length; a POST without one has length 0', async () => {
    const url = await serve(echo);
    const withBody = await echoed(url, { method: 'POST', body: Buffer.from('héllo') });
    expect(withBody).toMatchObject({ body: 'héllo', headers: expect.arrayContaining(['Content-Length', '6']) as unknown });
    expect((await echoed(url, { method: 'POST' })).headers).toEqual(expect.arrayContaining(['Content-Length', '0']));
    expect((await echoed(url)).headers).not.toContain('Content-Length');
  });

  test('Host, Upgrade and Trailer may be mapped', async () => {
    const url = await serve(echo);
    const headers = [{ name: 'Host', value: 'other' }, { name: 'Upgrade', value: 'HTTP/2.0' }, { name: 'Trailer', value: 'user-agent' }];
    const { headers: sent, body } = await echoed(url, { method: 'POST', headers, body: Buffer.from('text') });
    expect(sent).toEqual(['Host', 'other', 'Upgrade', 'HTTP/2.0', 'Trailer', 'user-agent', 'Content-Length', '4', 'Connection', 'keep-alive']);
    expect(body).toBe('text');
  });

  test('connections are used again', async () => {
    let connections = 0;
    const url = await serve(echo);
    servers[0]?.on('connection', () => { connections += 1; });
    for (let round = 0; round < 5; round += 1) await send(url);
    expect(connections).toBe(1);
  });
});

describe('responses', () => {
  test('status, header lines with their spelling, and bytes; nothing is followed or unpacked', async () => {
    const url = await serve((_, response) => {
      response.writeHead(302, { 'Location': '/x', 'content-Encoding': 'gzip', 'Set-Cookie': ['a', 'b'] });
      response.end(Buffer.from([0, 255]));
    });
    const { status, headers, body } = await send(url);
    expect({ status, body }).toEqual({ status: 302, body: Buffer.from([0, 255]) });
    expect(headers).toEqual(expect.arrayContaining([
      { name: 'Location', value: '/x' }, { name: 'content-Encoding', value: 'gzip' }, { name: 'Set-Cookie', value: 'a' }, { name: 'Set-Cookie', value: 'b' },
    ]));
  });

  test('an answer at the limit of bytes passes, one past it is an error', async () => {
    const url = await serve((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));
    expect((await send(`${url}/1000`)).body).toHaveLength(1_000);
    await expect(send(`${url}/1001`)).rejects.toMatchObject({ code: 'ENDPOINT_RESPONSE_TOO_LARGE', details: { endpoint: url, max: 1_000 } });
  });
});

describe('failures', () => {
  test('no answer in time', async () => {
    const url = await serve(() => undefined);
    await expect(send(url, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'ENDPOINT_TIMEOUT', details: { endpoint: url, timeoutMs: 50 } });
  });

  test('a body that does not end in time', async () => {
    const url = await serve((_, response) => response.write('x'));
    await expect(send(url, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'ENDPOINT_TIMEOUT' });
  });

  test('nobody listens', async () => {
    const url = await serve(echo);
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    await expect(send(url)).rejects.toMatchObject({ code: 'ENDPOINT_UNREACHABLE', details: { endpoint: url, reason: 'ECONNREFUSED' } });
  });

  test.each([
    ['no HTTP', 'rubbish\r\n\r\n'],
    ['a cut body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['nothing', ''],
  ])('an answer that is %s', async (_, bytes) => {
    const url = await listen(createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes));
    }));
    await expect(send(url)).rejects.toMatchObject({ code: 'ENDPOINT_UNREACHABLE' });
  });

  test.each<[string, Partial<BackendRequest>]>([
    ['method', { method: 'NO SPACES' }],
    ['header name', { headers: [{ name: 'a b', value: '1' }] }],
    ['header value', { headers: [{ name: 'a', value: '1\r\nb: 2' }] }],
    ['address', { url: 'http://' }],
  ])('a %s that cannot be sent', async (_, given) => {
    const url = await serve(echo);
    await expect(send(url, given)).rejects.toMatchObject({ code: 'ENDPOINT_INVALID' });
  });

  test('a kept connection that was closed meanwhile: an idempotent request is sent again, a POST is not', async () => {
    const url = await serve((request, response) => {
      if (request.socket.listenerCount('used') > 0) return void request.socket.resetAndDestroy();
      request.socket.once('used', () => undefined);
      echo(request, response);
    });
    await send(url);
    await expect(send(url)).resolves.toMatchObject({ status: 200 });
    await expect(send(url, { method: 'POST' })).rejects.toMatchObject({ code: 'ENDPOINT_UNREACHABLE', details: { reason: 'ECONNRESET' } });
  });
});

test('close leaves no connection open', async () => {
  const own = createHttpClient();
  const url = await serve(echo);
  await own.request({ method: 'GET', url, headers: [], body: undefined, timeoutMs: 1_000, maxBytes: 1_000 });
  const closed = [...sockets].map((socket) => new Promise((resolve) => socket.on('close', resolve)));
  await own.close();
  await Promise.all(closed);
  expect(sockets.size).toBe(0);
});

test('an idle connection is closed even if the backend would keep it; one in use never is', async () => {
  const impatient = createHttpClient({ keepMs: 100 });
  const server = createServer((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('slow'), 400);
    else response.end('fast');
  });
  server.keepAliveTimeout = 600_000;
  const url = await listen(server);
  const sendRequest = (path: string) => impatient.request({ method: 'GET', url: url + path, headers: [], body: undefined, timeoutMs: 20_000, maxBytes: 1_000 });
  expect((await sendRequest('/')).body.toString()).toBe('fast');
  expect(sockets.size).toBe(1);
  expect((await sendRequest('/slow')).body.toString()).toBe('slow');
  await until(() => sockets.size === 0 || undefined);
  await impatient.close();
});
