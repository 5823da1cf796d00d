import type { Socket } from 'node:net';
import type { HttpListener, ListenOptions } from '../../../lib/runtime/server/http-server';
import { startServer, statusesIn, type TestServer } from '../../support/http-server';
import { until } from '../../support/until';
import type { Reply } from '../../../lib/runtime/http/reply';

/* Real clients that do not read. 32 MiB are more than all buffers of the system between two sockets of one machine. */

const LARGE = Buffer.alloc(33_554_432, 'x');
const GET = 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n';

const servers: HttpListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((each) => each.close(0)));
});

async function server(options: Partial<ListenOptions>, reply: () => Reply) {
  const cuts: string[] = [];
  const started = await startServer({ ...options, onCut: (code) => cuts.push(code) }, reply);
  servers.push(started.listener);
  return { ...started, cuts };
}

const large = (): Reply => ({ status: 200, headers: [], body: LARGE });

/** Asks and does not read. */
function sendRequest({ connect }: Pick<TestServer, 'connect'>): Socket {
  const socket = connect();
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(GET);
  sockets.push(socket);
  return socket;
}

test('CLIENT_TOO_SLOW: a client that takes nothing is cut', async () => {
  const tested = await server({ sendTimeoutMs: 300 }, large);
  sendRequest(tested);
  await until(() => tested.cuts[0]);
  expect(tested.cuts).toEqual(['CLIENT_TOO_SLOW']);
});

test('a client that takes a little now and then is cut as well', async () => {
  const tested = await server({ sendTimeoutMs: 400, sendBytesPerSecond: 1_000_000_000 }, large);
  const socket = sendRequest(tested);
  const sips = setInterval(() => socket.read(1), 20);
  await until(() => tested.cuts[0]);
  clearInterval(sips);
});

test('a client that reads, however large the response, is not', async () => {
  const tested = await server({ sendTimeoutMs: 5_000 }, large);
  const text = await tested.send(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(statusesIn(text.slice(0, 100))).toEqual([200]);
  expect(text.length).toBeGreaterThan(LARGE.length);
  expect(tested.cuts).toEqual([]);
});

test('above the budget, the slowest reader is disconnected and others are served', async () => {
  const tested = await server({ responseBytesInFlight: 2.5 * LARGE.length }, large);
  sendRequest(tested);
  await until(() => tested.seen[0]);
  sendRequest(tested);
  await until(() => tested.seen[1]);
  const text = await tested.send(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(text.length).toBeGreaterThan(LARGE.length);
  expect(tested.cuts).toEqual(['CLIENT_TOO_SLOW']);
});

test('a stream must keep the same rate; its integration is cancelled', async () => {
  let isCancelled = false;
  async function* endless() {
    while (!isCancelled) yield await Promise.resolve(Buffer.alloc(65_536));
  }
  const tested = await server({ sendTimeoutMs: 300 }, () => ({
    status: 200, headers: [], body: Buffer.alloc(0),
    stream: {
      chunks: endless(), cancel: () => { isCancelled = true; }, limits: { idleMs: 60_000, fullSpeedBytes: Infinity, bytesPerSecond: 1 },
    },
  }));
  sendRequest(tested);
  await until(() => (isCancelled ? true : undefined));
  expect(tested.cuts).toEqual(['CLIENT_TOO_SLOW']);
});
