import type { ResultCache } from '../authorizers';
import type { EntryPlace, EntryStore } from './entry-store';
import { nameOfSecret, seal, unseal } from './sealed-text';

/**
 * Results of authorizer functions, in the store beside those of this gateway. They are encrypted by what identifies the caller, so the
 * store has no credential, and nobody who can write to it can let a caller in. A result that is not there, or is none, is asked for again.
 */
export function sharedResultCache(place: EntryPlace, entries: EntryStore, own: ResultCache): ResultCache {
  return {
    get: (key, question) => own.get(key, question) ?? look(key, question),
    set: (key, answer, time) => {
      own.set(key, answer, time);
      const entry = { text: seal(answer.payload, key), leftMs: time.ttlSeconds * 1_000 };
      if (time.ttlSeconds > 0) void entries({ type: 'keep', place, key: nameOfSecret(key), entry });
    },
  };
  async function look(key: string, { now, ttlSeconds, read }: Parameters<ResultCache['get']>[1]): Promise<Awaited<ReturnType<ResultCache['get']>>> {
    const { entry } = await entries({ type: 'find', place, key: nameOfSecret(key) });
    const payload = entry && unseal(entry.text, key);
    const result = payload === undefined ? undefined : read(payload);
    if (entry === undefined || payload === undefined || result === undefined) return undefined;
    // counted from before the question, a result never lives longer than the store or the authorizer says
    own.set(key, { result, payload }, { now, ttlSeconds: Math.min(ttlSeconds, entry.leftMs / 1_000) });
    return result;
  }
}
