import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AuthorizerResult } from './function-result';

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 33_554_432;
/** Approximate size of an entry besides the text of the result. */
const ENTRY_BYTES = 512;

/** Results of authorizer functions by identity. It never holds decisions: the policy is evaluated for every request. */
export interface ResultCache {
  readonly get: (key: string, question: CachedQuestion) => AuthorizerResult | undefined | Promise<AuthorizerResult | undefined>;
  readonly set: (key: string, answer: AuthorizerAnswer, time: ResultTime) => void;
}

/** When a result is asked for or came, and how long it may be used. */
export interface ResultTime {
  readonly now: number;
  readonly ttlSeconds: number;
}

/** A cache of texts reads them by the rules of the authorizer; a text that is no result gives none. */
export interface CachedQuestion extends ResultTime {
  readonly read: (payload: string) => AuthorizerResult | undefined;
}

export interface AuthorizerAnswer {
  readonly result: AuthorizerResult;
  readonly payload: string;
}

/** A cache that evicts the least recently used entry when full. If the clock is set back, entries expire early, never late. */
export function createResultCache(): ResultCache {
  const entries = new LRUCache<string, Readonly<{ result: AuthorizerResult; from: number; until: number }>>({
    max: MAX_ENTRIES, maxSize: MAX_BYTES, sizeCalculation: ({ result }) => result.bytes + ENTRY_BYTES,
  });
  return {
    get: (key, { now }) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (now >= entry.from && now < entry.until) return entry.result;
      entries.delete(key);
      return undefined;
    },
    set: (key, { result }, { now, ttlSeconds }) => {
      if (ttlSeconds > 0) entries.set(key, { result, from: now, until: now + ttlSeconds * 1000 });
    },
  };
}

/** The key of an identity: the lengths of its parts keep two from giving one text, and a hash holds no credentials. */
export function cacheKey(parts: readonly string[]): string {
  return createHash('sha256').update(parts.map((part) => `${part.length}:${part}`).join('')).digest('base64');
}
