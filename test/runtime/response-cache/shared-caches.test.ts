import { openResponseCache } from '../../../lib/runtime/response-cache/response-cache';
import { openSharedCaches } from '../../../lib/runtime/response-cache/shared-caches';

const reply = { status: 200, headers: [], body: Buffer.from('x') };

test('an invalidation here is broadcast; one from elsewhere is applied and not broadcast again', () => {
  const invalidated: string[] = [];
  const caches = openSharedCaches(0.5, (name, key) => invalidated.push(`${name} ${key}`));
  const earlier = caches.adopt('prod', openResponseCache(0.5, () => 0));
  const cache = caches.adopt('prod', openResponseCache(0.5, () => 0));
  for (const responses of [earlier, cache]) for (const key of ['a', 'b']) responses.set(key, reply, 1_000);
  cache.delete('a');
  caches.invalidate('prod', 'b');
  caches.invalidate('other', 'b');
  expect([invalidated, cache.get('a'), cache.get('b'), earlier.get('b')]).toEqual([['prod a'], undefined, undefined, reply]);
});

test('the cache of a stage that a load no longer has is dropped', () => {
  const caches = openSharedCaches(0.5, () => undefined);
  const [kept, removed] = ['prod', 'old'].map((name) => caches.adopt(name, openResponseCache(0.5, () => 0)));
  caches.loaded();
  for (const responses of [kept, removed]) responses.set('a', reply, 1_000);
  caches.adopt('prod', kept);
  caches.loaded();
  for (const name of ['prod', 'old']) caches.invalidate(name, 'a');
  expect([kept.get('a'), removed.get('a')]).toEqual([undefined, reply]);
});
