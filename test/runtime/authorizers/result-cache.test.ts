import fc from 'fast-check';
import { cacheKey, createResultCache, type AuthorizerAnswer } from '../../../lib/runtime/authorizers/result-cache';

const result = (principalId: string, bytes = 100): AuthorizerAnswer => ({
  result: { principal: (integrationLatency) => ({ type: 'function', principalId, context: {}, integrationLatency }), policy: () => 'allow', bytes },
  payload: '',
});
const read = () => result('read').result;

test('two identities have two keys, one has one', () => {
  fc.assert(fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, other) =>
    (cacheKey(one) === cacheKey(other)) === (JSON.stringify(one) === JSON.stringify(other))));
});

test('a key says nothing of the identity', () => {
  expect(cacheKey(['secret'])).not.toContain('secret');
});

test('a million identities do not make it grow without end (RELIABILITY A11)', () => {
  const cache = createResultCache();
  for (let index = 0; index < 50_000; index++) cache.set(`k${index}`, result(`u${index}`), { now: 0, ttlSeconds: 300 });
  const known = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => cache.get(`k${from + index}`, { now: 1, ttlSeconds: 300, read })).filter(Boolean).length;
  expect(known(0, 40_000)).toBe(0);
  expect(known(40_000, 50_000)).toBe(10_000);
});

test('nor do large results', () => {
  const cache = createResultCache();
  for (let index = 0; index < 2_000; index++) cache.set(`k${index}`, result('u', 65_536), { now: 0, ttlSeconds: 300 });
  expect(Array.from({ length: 2_000 }, (_, index) => cache.get(`k${index}`, { now: 1, ttlSeconds: 300, read })).filter(Boolean).length).toBeLessThan(520);
});
