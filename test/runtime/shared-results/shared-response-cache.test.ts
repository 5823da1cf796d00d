import type { Reply } from '../../../lib/runtime/http/reply';
import { openResponseCache } from '../../../lib/runtime/response-cache/response-cache';
import { SharedResponseCache } from '../../../lib/runtime/shared-results/shared-response-cache';
import { storeEntries } from '../../../lib/runtime/shared-results/store-entries';
import { openUrlClient } from '../../../lib/runtime/store/ioredis-client';
import { StoreConnection, StoreFailure } from '../../../lib/runtime/store/store-connection';
import { readStoreUrl } from '../../../lib/runtime/store/store-url';
import { startStoreServer, type StoreServer } from '../../support/store-server';

let server: StoreServer;
let now = 1_000_000;
const clients: { readonly close?: () => void }[] = [];
beforeAll(async () => { server = await startStoreServer(); });
beforeEach(() => server.client.flushall());
afterAll(async () => {
  for (const client of clients) client.close?.();
  await server.close();
});

const NAME = 'synthgate:{test}:cache';
const reply = (text: string, headers: Reply['headers'] = []): Reply => ({ status: 200, headers, body: Buffer.from(text) });

/** The cache of one gateway; `loses` lets its store fail. */
async function open(maxBytes = 1e9) {
  const address = readStoreUrl(server.url);
  if (address === undefined) throw new Error('no URL');
  const client = openUrlClient(address);
  clients.push(client);
  await client.connect();
  const connection = new StoreConnection({ client, timeoutMs: 5_000, changed: () => undefined });
  let isLost = false;
  const entries = storeEntries({ run: async (...given) => (isLost ? Promise.reject(new StoreFailure('lost')) : connection.run(...given)) }, () => now);
  const cache = new SharedResponseCache({ name: NAME, maxBytes }, entries, openResponseCache(0.5, () => now));
  return { cache, entries, loses: (next: boolean) => { isLost = next; } };
}

const textOf = async ({ cache }: { readonly cache: SharedResponseCache }, key = 'k'): Promise<string | undefined> => (await cache.get(key))?.body.toString();

test('a response that one gateway kept answers at the other, with its bytes and headers, until it expires', async () => {
  const [first, second] = [await open(), await open()];
  const bytes = Buffer.from([0, 255, 128, 10]);
  await first.cache.set('k', { ...reply(''), status: 404, headers: [{ name: 'x-é', value: 'ü' }], body: bytes }, 1_000);
  expect(await second.cache.get('k')).toEqual({ status: 404, headers: [{ name: 'x-é', value: 'ü' }], body: bytes });
  now += 999;
  expect(await second.cache.get('k')).toBeDefined();
  now += 1;
  expect(await second.cache.get('k')).toBeUndefined();
});

test('an invalidation or a flush at one gateway reaches the other', async () => {
  const [first, second] = [await open(), await open()];
  for (const key of ['k', 'other']) await first.cache.set(key, reply(key), 1_000);
  await second.cache.delete('k');
  expect([await textOf(first), await textOf(first, 'other')]).toEqual([undefined, 'other']);
  await second.cache.clear();
  expect([await textOf(first, 'other'), await server.client.keys('*')]).toEqual([undefined, []]);
});

test('without the store a gateway has a cache of its own, which begins empty and ends with the absence', async () => {
  const first = await open();
  await first.cache.set('k', reply('shared'), 10_000);
  first.loses(true);
  expect(await textOf(first)).toBeUndefined();
  await first.cache.set('k', reply('own'), 10_000);
  expect(await textOf(first)).toBe('own');
});

test('an invalidation while the store is away reaches it with the next request', async () => {
  const [first, second] = [await open(), await open()];
  await first.cache.set('k', reply('old'), 10_000);
  const keys: string[] = [];
  let isThere = false;
  const cache = new SharedResponseCache({ name: NAME, maxBytes: 1e9 }, async (call) => {
    keys.push(call.type);
    return isThere ? second.entries(call) : { isThere };
  }, openResponseCache(0.5, () => now));
  await cache.delete('k');
  expect([await cache.get('k'), await textOf(first)]).toEqual([undefined, 'old']);
  isThere = true;
  await cache.get('any');
  expect([await textOf(first), keys]).toEqual([undefined, ['drop', 'drop', 'drop', 'find']]);
});

test('a stage keeps no more bytes than its size: what expires first makes room', async () => {
  const { cache } = await open(2_000);
  for (let index = 0; index < 9; index++) await cache.set(`k${index}`, reply('x'.repeat(100)), 3_000_000 + index);
  const kept = await Promise.all(Array.from({ length: 9 }, async (_, index) => cache.get(`k${index}`)));
  const bytes = Number(await server.client.hget(`${NAME}:entries`, 'bytes'));
  expect([kept[0], kept[8]?.body.length, bytes > 1_000 && bytes <= 2_000]).toEqual([undefined, 100, true]);
  await cache.set('large', reply('x'.repeat(1_048_577)), 3_000_000);
  expect(await cache.get('large')).toBeUndefined();
  // all of it expires with its last entry
  expect(await server.client.pttl(`${NAME}:entries`)).toBeGreaterThan(2_900_000);
});

test.each(['{', '{"status":200}', '{"status":20,"headers":[],"body":""}', '{"status":200,"headers":[],"body":"?"}'])('%s in the store is no response', async (text) => {
  const { cache } = await open();
  await cache.set('k', reply('good'), 10_000);
  await server.client.hset(`${NAME}:entries`, 'k', text);
  expect(await cache.get('k')).toBeUndefined();
});
