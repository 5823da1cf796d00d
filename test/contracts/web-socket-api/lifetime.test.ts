import { connect as connectTcp, type Socket } from 'node:net';
import { once } from 'node:events';
import { connect, type Client } from '../../support/web-socket-client';
import { POSTING } from '../../support/posting-function';
import { serveWebSocketApi, type ServedHttpApi } from '../../support/http-api';

/* How long connections live, and what they outlive. */

const ECHO = `async (event) => {
  if (event.body === 'exit') process.exit(1);
  return { statusCode: 200, body: process.pid + ' ' + event.body };
}`;
const LOGS = 'async (event) => { console.log("ended " + JSON.stringify(event.requestContext)); return { statusCode: 200 }; }';
const DEFINITION = {
  functions: { Echo: ECHO, Logs: LOGS },
  routes: { $default: { hasRouteResponse: true, integration: { type: 'proxy' as const, function: 'Echo' } }, $disconnect: 'Logs' },
};
const MINUTE = 60_000;
const HANDSHAKE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];

const ended = async ({ log }: ServedHttpApi) => {
  for (;;) {
    const line = log.find(({ message }) => message.startsWith('ended '));
    if (line !== undefined) return JSON.parse(line.message.slice(6)) as unknown;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
};

describe('the clock of the gateway', () => {
  let now: number;
  let api: ServedHttpApi;
  let client: Client;
  beforeEach(async () => {
    now = Date.parse('2026-01-01T00:00:00Z');
    api = await serveWebSocketApi(DEFINITION, { now: () => now });
    client = await connect(`${api.url}/prod`);
  });
  afterEach(() => api.close());

  test('closes a connection that is idle for ten minutes, with 1001', async () => {
    now += 9 * MINUTE;
    client.send('x');
    await client.next();
    now += 9 * MINUTE;
    client.socket.ping();
    await once(client.socket, 'pong');
    now += 10 * MINUTE;
    expect(await client.closed).toEqual({ code: 1001, reason: 'Going away' });
    expect(await ended(api)).toMatchObject({ disconnectStatusCode: 1001, disconnectReason: 'Going away' });
  });

  test('closes every connection after two hours', async () => {
    for (let count = 0; count < 23; count += 1) {
      now += 5 * MINUTE;
      client.send('x');
      await client.next();
    }
    now += 5 * MINUTE;
    expect((await client.closed).code).toBe(1001);
  });
});

describe('connections', () => {
  let api: ServedHttpApi;
  let client: Client;
  beforeAll(async () => { api = await serveWebSocketApi(DEFINITION); });
  beforeEach(async () => { client = await connect(`${api.url}/prod`); });
  afterEach(() => client.socket.terminate());
  afterAll(() => api.close());
  const says = async (text: string): Promise<string> => {
    client.send(text);
    return client.next();
  };

  test('outlive a reload', async () => {
    await api.serving.reload();
    expect(await says('after')).toMatch(/ after$/);
  });

  test('outlive the process of a function', async () => {
    expect(await says('exit')).toMatch(/"Internal server error"/);
    expect(await says('after')).toMatch(/ after$/);
  });

  test('answer pings, and a client that sends many messages at once gets all answers', async () => {
    client.socket.ping();
    await once(client.socket, 'pong');
    for (let count = 0; count < 200; count += 1) client.send(`m${count}`);
    const answers = new Set<string>();
    for (let count = 0; count < 200; count += 1) answers.add((await client.next()).replace(/^\d+ /, ''));
    expect(answers).toEqual(new Set(Array.from({ length: 200 }, (_, count) => `m${count}`)));
  });

  test('end with the gateway: clients are told', async () => {
    const secondApi = await serveWebSocketApi(DEFINITION);
    const waiting = await connect(`${secondApi.url}/prod`);
    await secondApi.close();
    expect((await waiting.closed).code).toBe(1001);
  });
});

describe('a gateway that stops', () => {
  const SLOW = 'async (event) => { await new Promise((resolve) => setTimeout(resolve, 700)); return { statusCode: 200, body: event.body }; }';
  const slowDefinition = {
    functions: { Slow: SLOW, Logs: LOGS },
    routes: { $connect: 'Slow', $default: { hasRouteResponse: true, integration: { type: 'proxy' as const, function: 'Slow' } }, $disconnect: 'Logs' },
  };

  test.each([1, 2])('answers the messages that have come and calls $disconnect before its functions stop: %i processes', async (processes) => {
    const api = await serveWebSocketApi(slowDefinition, processes === 1 ? {} : { processes });
    const client = await connect(`${api.url}/prod`);
    client.socket.ping();
    await once(client.socket, 'pong');
    client.send('in flight');
    client.socket.ping();
    await once(client.socket, 'pong');
    await api.close();
    expect(client.waiting()).toEqual(['in flight']);
    expect((await client.closed).code).toBe(1001);
    expect(await ended(api)).toMatchObject({ disconnectStatusCode: 1001, disconnectReason: 'Going away' });
    expect(api.log.filter(({ code }) => code === 'FUNCTION_CRASHED')).toEqual([]);
  });

  test('closes a connection whose handshake was under way, and waits no longer', async () => {
    const api = await serveWebSocketApi(slowDefinition, { shutdownTimeoutMs: 60_000 });
    const connecting = connect(`${api.url}/prod`);
    await new Promise((resolve) => { setTimeout(resolve, 300); }); // less than $connect takes
    const closing = api.close();
    expect((await (await connecting).closed).code).toBe(1001);
    await closing;
    expect(await ended(api)).toMatchObject({ disconnectStatusCode: 1001 });
    expect(api.log.filter(({ code }) => code === 'FUNCTION_CRASHED')).toEqual([]);
  });
});

describe('with several processes', () => {
  let api: ServedHttpApi;
  beforeAll(async () => {
    api = await serveWebSocketApi({
      functions: { Posts: POSTING }, routes: { $default: { hasRouteResponse: true, integration: { type: 'proxy', function: 'Posts' } } },
    }, { processes: 2 });
  });
  afterAll(() => api.close());

  test('a message reaches a connection of whichever process', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect(`${api.url}/prod`)));
    const ids: string[] = [];
    for (const client of clients) {
      client.send({ say: 'who' });
      ids.push(await client.next());
    }
    for (const [index, client] of clients.entries()) {
      const receiver = (index + 1) % clients.length;
      client.send({ to: ids[receiver], say: `hello ${receiver}` });
      expect(await clients[receiver].next()).toBe(`hello ${receiver}`);
      expect(await client.next()).toBe('200');
    }
    clients[0].socket.close();
    await clients[0].closed;
    const gone = async (): Promise<string> => {
      clients[1].send({ to: ids[0], say: 'gone?' });
      return clients[1].next();
    };
    while (await gone() !== '410') await new Promise((resolve) => { setTimeout(resolve, 20); });
    clients.forEach(({ socket }) => socket.terminate());
  });
});

describe('clients that misbehave', () => {
  let api: ServedHttpApi;
  beforeAll(async () => { api = await serveWebSocketApi(DEFINITION); });
  afterAll(() => api.close());

  /** Opens a connection by hand. */
  async function open(...extra: string[]): Promise<Socket> {
    const { hostname, port, host } = new URL(api.url);
    const socket = connectTcp(Number(port), hostname);
    socket.on('error', () => undefined); // it is cut off
    socket.write(['GET /prod HTTP/1.1', `Host: ${host}`, ...HANDSHAKE, ...extra, '', ''].join('\r\n'));
    const [head] = await once(socket, 'data') as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 101 /);
    return socket;
  }

  /** The code of the close frame that ends the connection; undefined if it is just cut. */
  async function closeCode(socket: Socket): Promise<number | undefined> {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    const bytes = Buffer.concat(chunks);
    return bytes[0] === 0x88 ? bytes.readUInt16BE(2) : undefined;
  }

  const masked = (first: number, payload: Buffer): Buffer =>
    Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

  test.each([
    ['a frame without a mask', Buffer.from([0x81, 0x01, 0x78]), 1002],
    ['a compressed frame', masked(0xc1, Buffer.from('x')), 1002],
    ['an unknown opcode', masked(0x83, Buffer.from('x')), 1002],
    ['a continuation of nothing', masked(0x80, Buffer.from('x')), 1002],
    ['a fragmented ping', masked(0x09, Buffer.from('x')), 1002],
    ['text that is not UTF-8', masked(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['a frame of 2^63 bytes', Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]), 1009],
    ['a close with a code that is none', masked(0x88, Buffer.from([0x00, 0x01])), 1002],
  ])('%s closes the connection', async (_, bytes, code) => {
    const socket = await open();
    const closing = closeCode(socket);
    socket.write(bytes);
    socket.end();
    expect(await closing).toBe(code);
  });

  test('one that offers compression is answered without', async () => {
    const socket = await open('Sec-WebSocket-Extensions: permessage-deflate');
    const closing = closeCode(socket);
    socket.end(masked(0x88, Buffer.from([0x03, 0xe8])));
    expect(await closing).toBe(1000);
  });

  test('one that floods pings and reads nothing gets no more answers, and others are served', async () => {
    const socket = await open();
    socket.pause();
    const pings = Buffer.concat(Array.from({ length: 2_000 }, () => masked(0x89, Buffer.alloc(125))));
    for (let count = 0; count < 50; count += 1) socket.write(pings);
    const secondConnection = await connect(`${api.url}/prod`);
    secondConnection.send('served');
    expect(await secondConnection.next()).toMatch(/ served$/);
    secondConnection.socket.terminate();
    socket.destroy();
  });

  test('one that is half closed gets its answer', async () => {
    const socket = await open();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(masked(0x81, Buffer.from('half')));
    while (!Buffer.concat(chunks).includes('half')) await once(socket, 'data');
    socket.end();
    await once(socket, 'close');
  });

  test.each([
    ['Sec-WebSocket-Version: 7', 400], ['Sec-WebSocket-Key: short', 400], ['Sec-WebSocket-Protocol: chat,,other', 400], ['Sec-WebSocket-Protocol: chat, chat', 400],
  ])('a handshake with %s is refused before any function runs', async (line, status) => {
    const before = api.log.length;
    const [name] = line.split(':');
    const incomplete = HANDSHAKE.filter((each) => !each.startsWith(name));
    const { hostname, port, host } = new URL(api.url);
    const socket = connectTcp(Number(port), hostname);
    socket.write(['GET /prod HTTP/1.1', `Host: ${host}`, ...incomplete, line, '', ''].join('\r\n'));
    const [head] = await once(socket, 'data') as [Buffer];
    expect(head.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const since = api.log.slice(before); // with the ends of earlier connections
    expect(since.flatMap(({ code }) => code ?? [])).toEqual(['WEBSOCKET_HANDSHAKE_INVALID']);
    expect(since.filter(({ fields }) => fields?.path === '/prod/$connect')).toEqual([]);
    socket.destroy();
  });
});

test('messages that are not complete count in the memory for requests: the client that was silent longest is closed with 1013', async () => {
  const api = await serveWebSocketApi(DEFINITION, { serverLimits: { requestBytesInFlight: 50_000 } });
  try {
    const clients = [await connect(`${api.url}/prod`), await connect(`${api.url}/prod`)];
    for (const { socket } of clients) await new Promise((resolve) => { socket.send('x'.repeat(30_000), { fin: false }, resolve); });
    expect((await Promise.race(clients.map(({ closed }) => closed))).code).toBe(1013);
    const last = clients.find(({ socket }) => socket.readyState === socket.OPEN);
    last?.socket.send('y');
    expect(await last?.next()).toMatch(/ x{30000}y$/);
    for (let count = 0; count < 3; count += 1) {
      last?.send('z'.repeat(30_000));
      expect(await last?.next()).toMatch(/ z{30000}$/);
    }
  } finally {
    await api.close();
  }
});
