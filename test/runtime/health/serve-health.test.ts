import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readiness } from '../../../lib/runtime/health/readiness';
import { HEALTH_LIMITS, serveHealth, type OpenHealth } from '../../../lib/runtime/health/serve-health';
import { listenOptions } from '../../../lib/runtime/hosting/listen-options';
import type { LogEntry } from '../../../lib/runtime/ports';
import { sendRequest } from '../../support/http-client';

const log: LogEntry[] = [];
const listening = { ...listenOptions({ serverLimits: HEALTH_LIMITS }, (entry) => log.push(entry)), host: '127.0.0.1', now: () => 1 };
const metrics = () => Promise.resolve('synthgate_processes 1\n');
const opened: OpenHealth[] = [];

async function open(readiness = new Readiness(), port = 0): Promise<OpenHealth> {
  const health = await serveHealth(port, { readiness, listening, metrics });
  if (health === undefined) throw new Error('no port was opened');
  opened.push(health);
  return health;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close(0)));
});

test('a scraper reads the metrics without a token', async () => {
  const { text, headers } = await sendRequest(`${(await open()).url}/metrics`);
  expect([text, headers['content-type']]).toEqual(['synthgate_processes 1\n', 'text/plain; version=0.0.4; charset=utf-8']);
});

test('a client that holds connections keeps no probe from its answer', async () => {
  const { url } = await open();
  const port = Number(new URL(url).port);
  const held: Socket[] = [];
  for (let count = 0; count < 40; count += 1) {
    held.push(connect(port, '127.0.0.1').on('error', () => undefined));
    await once(held[count] as Socket, 'connect'); // it was just added
  }
  const { status, headers } = await sendRequest(`${url}/livez`);
  expect([status, headers.connection]).toEqual([200, 'close']);
  expect(log.map(({ message }) => message)).toContain('[ADDRESS_CONNECTIONS_EXCEEDED] closed 1 connections: their address has more than 32');
  held.forEach((socket) => socket.destroy());
});

test('without a port there is none', async () => {
  expect(await serveHealth(undefined, { readiness: new Readiness(), listening, metrics })).toBeUndefined();
});

test('a gateway lives from the start, is ready once it is open and one of its processes serves, and never again after it drains', async () => {
  const readiness = new Readiness();
  const { url } = await open(readiness);
  const answers = async (): Promise<readonly string[]> => {
    const all = await Promise.all(['/livez', '/readyz', '/healthz?verbose'].map((path) => sendRequest(url + path)));
    return all.map(({ status, text }) => `${status} ${text.trimEnd()}`);
  };
  expect(await answers()).toEqual(['200 live', '503 starting', '503 starting']);
  let serving = 0;
  readiness.open(() => serving);
  expect(await answers()).toEqual(['200 live', '503 unavailable', '503 unavailable']);
  serving = 2;
  expect(await answers()).toEqual(['200 live', '200 ready', '200 ready']);
  readiness.drain();
  readiness.open(() => serving);
  expect(await answers()).toEqual(['200 live', '503 draining', '503 draining']);
});

test.each([
  ['GET', '/', 404], ['GET', '/livez/', 404], ['GET', '/metrics/', 404], ['HEAD', '/livez', 200], ['HEAD', '/readyz', 503],
  ['POST', '/livez', 405], ['OPTIONS', '/readyz', 405], ['GET', `/${'a'.repeat(1_024)}`, 400],
])('%s %s gets %i', async (method, path, status) => {
  const answer = await sendRequest((await open()).url + path, { method });
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD');
  if (method === 'HEAD') expect(answer.text).toBe('');
});

test('PORT_IN_USE names the option that gave the port', async () => {
  const port = Number(new URL((await open()).url).port);
  await expect(open(undefined, port)).rejects.toMatchObject({ code: 'PORT_IN_USE', details: { port, option: 'healthPort' } });
});
