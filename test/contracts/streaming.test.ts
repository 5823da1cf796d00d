import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { serve, type LogEntry, type Serving } from '../../lib/runtime';
import type { GatewaySpecInput } from '../../lib/spec';
import { petsSpec, writeAssembly } from '../support/assembly';
import { until } from '../support/until';
import { newDirectory } from '../support/temporary-directory';

const HANDLERS = readFileSync(path.join(__dirname, '..', 'support', 'functions', 'handlers', 'streams.cjs'), 'utf8');
const NAMES = ['waitsAtTheGate', 'twoParts', 'flood', 'failsBefore', 'failsAfter', 'hangsAfter', 'raw', 'onlyHead', 'proxyResult', 'plain'] as const;

const log: LogEntry[] = [];
let serving: Serving;
let backend: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

/** `/<name>` is the handler under STREAM, `/<name>/buffered` under BUFFERED. */
function specOf(backendUrl: string): GatewaySpecInput {
  const functions = NAMES.map((name) => [name, { code: 'x', handler: `index.${name}`, timeoutMs: name === 'hangsAfter' ? 800 : 60_000, concurrency: 4 }] as const);
  const resources = NAMES.flatMap((name) => [
    [`/${name}`, { id: name.toLowerCase(), methods: { ANY: { integration: { type: 'proxy', function: name, responseTransferMode: 'STREAM', timeoutMs: 60_000 } } } }],
    [`/${name}/buffered`, { id: `${name.toLowerCase()}buffered`, methods: { GET: { integration: { type: 'proxy', function: name } } } }],
  ] as const);
  const toBackend = (id: string, timeoutMs: number) => (
    { id, methods: { GET: { integration: { type: 'http-proxy', uri: backendUrl, responseTransferMode: 'STREAM', timeoutMs } } } } as const
  );
  return petsSpec({
    api: { id: 'streams', name: 'Streams', endpointType: 'REGIONAL' },
    functions: Object.fromEntries(functions),
    resources: { '/': { id: 'root', methods: {} }, ...Object.fromEntries(resources), '/backend': toBackend('backend', 600_000), '/backend/limited': toBackend('limited', 1_000) },
  });
}

beforeAll(async () => {
  backend = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const directory = newDirectory();
  const source = path.join(directory, 'gateway.out');
  const spec = specOf(`http://127.0.0.1:${(backend.address() as AddressInfo).port}/`);
  writeAssembly(source, [spec], HANDLERS);
  const handlers = Object.fromEntries(NAMES.map((name) => [name, `index.${name}`]));
  rewriteHandlers(source, handlers);
  serving = await serve({ source, port: 0, watch: false, shutdownTimeoutMs: 1_000, log: (entry) => log.push(entry) });
});

afterAll(async () => {
  await serving.close();
  backend.closeAllConnections();
  backend.close();
});

beforeEach(() => { log.length = 0; });

/** One asset, a handler of its own for each function. */
function rewriteHandlers(source: string, handlers: Readonly<Record<string, string>>): void {
  const file = path.join(source, 'code.json');
  const { functions } = JSON.parse(readFileSync(file, 'utf8')) as { functions: Record<string, object> };
  const named = Object.entries(functions).map(([name, code]) => [name, { ...code, handler: handlers[name] }]);
  writeFileSync(file, JSON.stringify({ functions: Object.fromEntries(named) }));
}

const urlOf = (target: string) => `${serving.apis[0].url}/prod${target}`;

function send(target: string, method = 'GET', headers = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(urlOf(target), { method, headers, agent: false }, resolve).on('error', reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString('latin1');
  return text;
}

const requests = () => log.filter(({ message }) => message === 'request');
const loggedRequest = () => until(() => requests()[0]);

describe('a streaming function', () => {
  test('is received before it has ended', async () => {
    const response = await send('/waitsAtTheGate');
    expect(response.statusCode).toBe(201);
    expect(response.headers).toMatchObject({ 'content-type': 'text/plain', 'x-a': 'a', 'set-cookie': ['b=c', 'd=e'], 'transfer-encoding': 'chunked' });
    expect(response.headers['x-amzn-trace-id']).toMatch(/^Root=/);
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await chunks.next()).value)).toBe('first');
    expect(requests()).toEqual([]);
    expect(await send('/waitsAtTheGate?open=1').then(textOf)).toBe('opened');
    expect(String((await chunks.next()).value)).toBe(' last');
    expect((await chunks.next()).done).toBe(true);
  });

  test('is logged with all its bytes when it has ended', async () => {
    await send('/twoParts?waitMs=50').then(textOf);
    expect((await loggedRequest()).fields).toMatchObject({ status: 201, responseBytes: 7 });
  });

  test('that fails before the first byte is a 502', async () => {
    const response = await send('/failsBefore');
    expect([response.statusCode, await textOf(response)]).toEqual([502, '{"message": "Internal server error"}']);
    expect(await loggedRequest()).toMatchObject({ code: 'FUNCTION_ERROR' });
  });

  test('that fails after it is cut', async () => {
    const response = await send('/failsAfter');
    expect(response.statusCode).toBe(201);
    await expect(textOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await loggedRequest()).toMatchObject({ level: 'error', code: 'FUNCTION_ERROR', fields: { status: 201, responseBytes: 4 } });
  });

  test('that takes too long is cut in the middle', async () => {
    await expect(send('/hangsAfter').then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await loggedRequest()).toMatchObject({ code: 'FUNCTION_TIMEOUT' });
  });

  test('without metadata is malformed', async () => {
    const response = await send('/proxyResult');
    expect([response.statusCode, (await loggedRequest()).code]).toEqual([502, 'RESULT_MALFORMED']);
    response.resume();
  });

  test('may answer with a head alone', async () => {
    const response = await send('/onlyHead');
    expect([response.statusCode, await textOf(response)]).toEqual([204, '']);
  });

  test('has no body for HEAD', async () => {
    const response = await send('/twoParts', 'HEAD');
    expect([response.statusCode, await textOf(response)]).toEqual([201, '']);
  });

  test('with a slow client waits for it, and the gateway keeps little', async () => {
    const before = process.memoryUsage();
    const response = await send('/flood?bytes=60000000');
    response.pause();
    const counts = () => log.flatMap(({ message }) => /^made (\d+)$/.exec(message)?.[1] ?? []).map(Number);
    // the function reports what it has made at every interval: two equal reports say that it waits
    await until(() => {
      const [last, beforeLast] = counts().reverse();
      return last !== undefined && last > 0 && last === beforeLast ? true : undefined;
    });
    expect(counts().at(-1)).toBeLessThan(60_000_000);
    const after = process.memoryUsage();
    expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(30_000_000);
    response.destroy();
    await until(() => log.find(({ message }) => /^stopped \d+ ClientDisconnected$/.test(message)));
  });

  test('is cancelled when the client disconnects, and its instance continues', async () => {
    const response = await send('/flood?bytes=60000000');
    response.destroy();
    await until(() => log.find(({ message }) => message.startsWith('stopped')));
    expect((await send('/flood?bytes=1000').then(textOf)).length).toBe(1000);
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('does not affect concurrent calls', async () => {
    const slow = send('/waitsAtTheGate').then(textOf);
    const flood = send('/flood?bytes=5000000').then(textOf);
    for (let count = 0; count < 30; count += 1) expect(await send('/plain/buffered').then(textOf)).toBe('plain');
    expect((await flood).length).toBe(5_000_000);
    expect(await slow).toBe('first last');
  });
});

test('a buffered function works unchanged under STREAM', async () => {
  const response = await send('/plain');
  expect([response.statusCode, response.headers['x-plain'], response.headers['content-length'], await textOf(response)]).toEqual([200, 'yes', '5', 'plain']);
});

test('a streaming function under BUFFERED gives its whole output as the result', async () => {
  const response = await send('/proxyResult/buffered');
  expect([response.statusCode, response.headers['content-length'], await textOf(response)]).toEqual([202, '5', 'whole']);
  expect((await send('/twoParts/buffered')).statusCode).toBe(502);
});

describe('a backend that is passed through', () => {
  test('is received before it has ended, with the header rules of HTTP_PROXY', async () => {
    let end: (() => void) | undefined;
    answer = (_, response) => {
      response.writeHead(202, { 'Content-Type': 'text/plain', 'Server': 'own' });
      response.write('first');
      end = () => response.end(' last');
    };
    const response = await send('/backend');
    expect([response.statusCode, response.headers['x-amzn-remapped-server']]).toEqual([202, 'own']);
    const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await chunks.next()).value)).toBe('first');
    end?.();
    expect(String((await chunks.next()).value)).toBe(' last');
  });

  test('may send more than a response in one piece may have', async () => {
    answer = (_, response) => response.end(Buffer.alloc(11_000_000));
    expect((await send('/backend').then(textOf)).length).toBe(11_000_000);
  });

  // a body in chunks is read by Node's parser
  test.each([{}, { 'Transfer-Encoding': 'chunked' }])('is left when the client leaves, whoever reads the connection: %j', async (headers) => {
    let isLeft = false;
    answer = (_, response) => {
      response.on('close', () => { isLeft = true; });
      response.write('first');
    };
    (await send('/backend', 'GET', headers)).destroy();
    await until(() => (isLeft ? true : undefined));
  });

  test('is sent to a client that has closed its side with the request', async () => {
    answer = (_, response) => {
      response.write('first');
      setImmediate(() => response.end(' last'));
    };
    const { hostname, port, pathname } = new URL(urlOf('/backend'));
    const socket = connect({ host: hostname, port: Number(port) });
    socket.end(`GET ${pathname} HTTP/1.1\r\nHost: api.test\r\n\r\n`);
    let text = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString('latin1');
    expect(text).toMatch(/first[^]* last\r\n0\r\n\r\n$/);
  });

  test('that breaks off or takes too long cuts the connection', async () => {
    answer = (_, response) => response.write('first', () => response.destroy());
    await expect(send('/backend/limited').then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
    answer = (_, response) => response.write('first');
    await expect(send('/backend/limited').then(textOf)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(requests().map(({ code }) => code)).toEqual(['ENDPOINT_UNREACHABLE', 'ENDPOINT_TIMEOUT']);
  });

  test('that gives no answer is a 504', async () => {
    answer = () => undefined;
    expect((await send('/backend/limited')).statusCode).toBe(504);
  });
});

test('a test invocation waits for the whole stream', async () => {
  const result = await serving.testInvoke('Streams', { resource: '/twoParts', method: 'GET' });
  expect([result.status, result.body]).toEqual([201, 'one two']);
});
