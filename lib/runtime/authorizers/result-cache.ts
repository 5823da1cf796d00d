import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AuthorizerResult } from './function-result';

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 33_554_432;
/** What an entry takes besides the text of the result, roughly. */
const ENTRY_BYTES = 512;

interface Entry {
  readonly result: AuthorizerResult;
  readonly from: number;
  readonly until: number;
}

/** Answers of authorizer functions by identity. It holds results, never decisions: a policy is evaluated for every request. */
export interface ResultCache {
  readonly get: (key: string, now: number) => AuthorizerResult | undefined;
  readonly set: (key: string, result: AuthorizerResult, time: { readonly now: number; readonly ttlSeconds: number }) => void;
}

/** A cache that forgets the least used when it is full. A clock that is put back ends every entry early, never late. */
export function createResultCache(): ResultCache {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES, maxSize: MAX_BYTES, sizeCalculation: ({ result }) => result.bytes + ENTRY_BYTES,
  });
  return {
    get: (key, now) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (now >= entry.from && now < entry.until) return entry.result;
      entries.delete(key);
      return undefined;
    },
    set: (key, result, { now, ttlSeconds }) => {
      if (ttlSeconds > 0) entries.set(key, { result, from: now, until: now + ttlSeconds * 1000 });
    },
  };
}

/**
 * The key of an identity: each part with its length before it, so that no two identities write the same text, and hashed, so
 * that the cache holds no credentials.
 */
export function cacheKey(parts: readonly string[]): string {
  return createHash('sha256').update(parts.map((part) => `${part.length}:${part}`).join('')).digest('base64');
}
