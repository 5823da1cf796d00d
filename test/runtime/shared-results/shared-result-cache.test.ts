import { createResultCache } from '../../../lib/runtime/authorizers';
import { readResult } from '../../../lib/runtime/authorizers/function-result';
import type { EntryStore, KeptEntry } from '../../../lib/runtime/shared-results/entry-store';
import { nameOfSecret, seal } from '../../../lib/runtime/shared-results/shared-result-cache';
import { sharedResultCache } from '../../../lib/runtime/shared-results/shared-result-cache';

const payload = (principalId: string): string => JSON.stringify({
  principalId, policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] },
});
const readIfResult = (text: string) => {
  try {
    return readResult(text);
  } catch {
    return undefined;
  }
};
const answer = (text: string) => ({ result: readResult(text), payload: text });
const question = (now: number, ttlSeconds = 300) => ({ now, ttlSeconds, read: readIfResult });
const PLACE = { name: 'place', maxBytes: 1_000 };

/** A store in memory, and the caches of two gateways that share it. */
function open() {
  const kept = new Map<string, KeptEntry>();
  const asked: string[] = [];
  const entries: EntryStore = async (call) => {
    asked.push(call.type);
    if (call.type === 'keep') kept.set(call.key, call.entry);
    return { isThere: true, entry: call.type === 'find' ? kept.get(call.key) : undefined };
  };
  const [first, second] = [1, 2].map(() => sharedResultCache(PLACE, entries, createResultCache()));
  if (first === undefined || second === undefined) throw new Error('there are two');
  return { kept, asked, first, second };
}

const idOf = async (cache: ReturnType<typeof open>['first'], key: string, now = 0): Promise<string | undefined> =>
  (await cache.get(key, question(now)))?.principal(0).principalId;

test('a result of one gateway answers at the other, which then has it itself', async () => {
  const { first, second, asked } = open();
  first.set('secret of Ann', answer(payload('ann')), { now: 0, ttlSeconds: 300 });
  expect([await idOf(second, 'secret of Ann'), await idOf(second, 'secret of Ann'), await idOf(second, 'secret of Bob')]).toEqual(['ann', 'ann', undefined]);
  expect(asked).toEqual(['keep', 'find', 'find']);
});

test('a result lives no longer than the store says, nor than its authorizer does', async () => {
  const { first, second, kept } = open();
  first.set('key', answer(payload('ann')), { now: 0, ttlSeconds: 300 });
  const name = nameOfSecret('key');
  kept.set(name, { text: kept.get(name)?.text ?? '', leftMs: 2_000 });
  expect(await idOf(second, 'key', 1_000)).toBe('ann');
  kept.clear();
  expect([await idOf(second, 'key', 2_999), await idOf(second, 'key', 3_000)]).toEqual(['ann', undefined]);
});

test('the store has neither what identifies a caller nor what was decided', () => {
  const { first, kept } = open();
  first.set('secret of Ann', answer(payload('ann')), { now: 0, ttlSeconds: 300 });
  const all = JSON.stringify([...kept]);
  expect([all.includes('secret of Ann'), all.includes('ann'), all.includes('Allow')]).toEqual([false, false, false]);
});

test.each([
  ['a result of another caller', () => seal(payload('eve'), 'secret of Eve')],
  ['a text in clear', () => payload('eve')],
  ['nothing', () => ''],
  ['what is no result', () => seal('{"principalId":"eve"}', 'secret of Ann')],
])('%s lets nobody in: the authorizer is asked', async (_, forged) => {
  const { second, kept } = open();
  kept.set(nameOfSecret('secret of Ann'), { text: forged(), leftMs: 300_000 });
  expect(await idOf(second, 'secret of Ann')).toBeUndefined();
});

test('a store that does not answer has no results, and those of the gateway are used until they expire', async () => {
  const cache = sharedResultCache(PLACE, () => Promise.resolve({ isThere: false }), createResultCache());
  cache.set('key', answer(payload('ann')), { now: 0, ttlSeconds: 300 });
  expect([await idOf(cache, 'key', 299_999), await idOf(cache, 'key', 300_000), await idOf(cache, 'other')]).toEqual(['ann', undefined, undefined]);
});
