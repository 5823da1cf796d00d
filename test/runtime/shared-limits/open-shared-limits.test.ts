import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createServer as createSecureServer } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import type { LogEntry } from '../../../lib/runtime/ports';
import { openUrlClient } from '../../../lib/runtime/store/ioredis-client';
import { openSharedLimits, type SharedLimits } from '../../../lib/runtime/shared-limits/open-shared-limits';
import type { StoreClient } from '../../../lib/runtime/store/store-client';
import { readStoreUrl, type StoreAddress } from '../../../lib/runtime/store/store-url';
import { freePort, startStoreServer, type StoreServer } from '../../support/store-server';
import { newDirectory } from '../../support/temporary-directory';

let server: StoreServer;
let port = 0;
const opened: SharedLimits[] = [];
beforeAll(async () => {
  port = await freePort();
  server = await startStoreServer('--port', String(port), '--bind', '127.0.0.1');
  await server.client.acl('SETUSER', 'gate', 'on', '>secret', '~synthgate:*', '+eval', '+evalsha', '+@write', '+@read', '+time', '+info', '+client');
  await server.client.acl('SETUSER', 'reader', 'on', '>secret', '~synthgate:*', '+get');
});
afterEach(async () => { await Promise.all(opened.splice(0).map((limits) => limits.close())); });
afterAll(() => server.close());

async function open(store: string | StoreClient): Promise<{ readonly limits: SharedLimits; readonly log: readonly LogEntry[] }> {
  const log: LogEntry[] = [];
  const clocks = { now: Date.now, monotonicNow: () => performance.now() };
  const ports = { ...clocks, newId: () => 'id', log: (entry: LogEntry) => void log.push(entry) };
  const options = { store, whenAway: 'open', timeoutMs: 1_000, isExact: false, account: { rateLimit: 1, burstLimit: 1 }, accountId: '1', region: 'eu' } as const;
  const unsettled = { read: () => new Map(), changed: () => undefined };
  const limits = await openSharedLimits(options, { ports, random: () => 0.5, unsettled });
  opened.push(limits);
  return { limits, log };
}

const DAILY = { limit: 5, period: 'DAY', offset: 0 } as const;

function addressOf(url: string): StoreAddress {
  const address = readStoreUrl(url);
  if (address === undefined) throw new Error(`${url} is no URL of a store`);
  return address;
}

test('a client that takes other arguments is refused at the start', async () => {
  // a client of ioredis has functions of these names, and wants a number of keys
  const store = server.client as unknown as StoreClient;
  await expect(open({ evalsha: (...given) => store.evalsha(...given), eval: (...given) => store.eval(...given) })).rejects.toMatchObject({ code: 'STORE_REFUSED' });
});

test('a user of an access control list logs in with the URL, and what is logged has no password', async () => {
  const { limits, log } = await open(`valkey://gate:secret@127.0.0.1:${port}`);
  expect(limits.state()).toEqual({ store: `valkey://127.0.0.1:${port}`, state: 'connected', gateways: 1 });
  expect(log).toEqual([{ level: 'info', message: expect.stringContaining(`limits are shared in the store valkey://127.0.0.1:${port}: `) }]);
});

test.each([
  ['a wrong password', () => `valkey://gate:wrong@127.0.0.1:${port}`, /WRONGPASS/],
  ['a user without rights', () => `valkey://reader:secret@127.0.0.1:${port}`, /NOPERM/],
  ['a database that the store has not', () => `valkey://127.0.0.1:${port}/4000`, /DB index is out of range/],
])('%s is refused at the start: STORE_REFUSED', async (_, url, reason) => {
  await expect(open(url())).rejects.toMatchObject({ code: 'STORE_REFUSED', details: { store: `valkey://127.0.0.1:${port}`, reason: expect.stringMatching(reason) } });
});

test('a certificate that is not trusted is refused at the start: STORE_REFUSED', async () => {
  const pem = readFileSync(path.join(__dirname, '../../support/certificates/self-signed.pem'));
  const secured = createSecureServer({ cert: pem, key: pem }).listen(0, '127.0.0.1').on('tlsClientError', () => undefined);
  await once(secured, 'listening');
  const { port: at } = secured.address() as AddressInfo; // a TCP server that listens has one
  await expect(open(`valkeys://127.0.0.1:${at}`)).rejects.toMatchObject({ code: 'STORE_REFUSED', details: { reason: 'self-signed certificate' } });
  secured.close();
});

test('a store that cannot be reached is no reason not to start: limits are those of the gateway, STORE_AWAY', async () => {
  const { limits, log } = await open(`valkey://127.0.0.1:${await freePort()}`);
  expect(limits.state().state).toBe('away');
  expect(log[0]).toEqual({ level: 'error', code: 'STORE_AWAY', message: expect.stringMatching(/ECONNREFUSED/) });
  const claim = { limits: [], quota: undefined };
  await limits.throttling.admitRemotely(claim);
  await expect(limits.throttling.admitRemotely(claim)).rejects.toMatchObject({ code: 'RATE_EXCEEDED' });
});

test('a store that accepts connections and never answers holds up the start for two seconds at most', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port: at } = silent.address() as AddressInfo; // a TCP server that listens has one
  const { limits } = await open(`valkey://127.0.0.1:${at}`);
  expect(limits.state().state).toBe('away');
  silent.close();
});

test('in a cluster, all limits of a request are in one slot', async () => {
  const at = await freePort();
  const settings = ['--port', String(at), '--bind', '127.0.0.1', '--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'];
  settings.push('--cluster-port', String(await freePort()));
  const cluster = await startStoreServer(...settings);
  await cluster.client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  while (!String(await cluster.client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await wait(20);
  const { limits } = await open(`valkey://127.0.0.1:${at}?cluster`);
  expect(limits.state().state).toBe('connected');
  const claim = { limits: [{ name: 'key', owner: 'key' as const, throttle: { rateLimit: 0, burstLimit: 5 } }], quota: { plan: 'Free', key: 'Dev', quota: DAILY } };
  await limits.throttling.admitRemotely(claim);
  await expect(limits.throttling.admitRemotely(claim)).rejects.toMatchObject({ code: 'RATE_EXCEEDED', details: { limit: 'the account' } });
  await cluster.close();
});

test('a program passes a client of its own', async () => {
  const client = openUrlClient(addressOf(server.url));
  await client.connect();
  const { limits } = await open({ evalsha: client.evalsha, eval: client.eval });
  await limits.throttling.admitRemotely({ limits: [], quota: undefined });
  await expect(limits.throttling.admitRemotely({ limits: [], quota: undefined })).rejects.toMatchObject({ code: 'RATE_EXCEEDED' });
  client.close?.();
});

test('without the client, the error says what to install: STORE_CLIENT_MISSING', () => {
  const directory = newDirectory();
  expect(() => openUrlClient(addressOf('valkey://cache'), [directory]))
    .toThrow(expect.objectContaining({ code: 'STORE_CLIENT_MISSING', details: { directory } }));
});
