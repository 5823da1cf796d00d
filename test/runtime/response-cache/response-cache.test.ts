import { openResponseCache } from '../../../lib/runtime/response-cache/response-cache';

const reply = (bytes: number) => ({ status: 200, headers: [], body: Buffer.alloc(bytes) });

test('an entry of 1 MiB is kept, a larger one is not', () => {
  const cache = openResponseCache(0.5, () => 0);
  cache.set('k', reply(1_048_576 - 2), 1);
  cache.set('l', reply(1_048_576 + 1), 1);
  expect(cache.get('k')).toBeDefined();
  expect(cache.get('l')).toBeUndefined();
});

test('the oldest entries are evicted for new ones', () => {
  const cache = openResponseCache(0.002, () => 0);
  for (const key of ['a', 'b', 'c']) cache.set(key, reply(900_000), 1);
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
});

test('an entry can be dropped', () => {
  const cache = openResponseCache(0.5, () => 0);
  cache.set('k', reply(1), 1);
  cache.delete('k');
  expect(cache.get('k')).toBeUndefined();
});
