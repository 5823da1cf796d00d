import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../spec';
import type { Reply } from '../http/reply';

/** Responses of integrations by key, bounded by their bytes. */
export interface ResponseCache {
  /** The response, if it is fresh. */
  readonly get: (key: string) => Reply | undefined | Promise<Reply | undefined>;
  /** Stores a response, unless it is larger than 1 MiB. */
  readonly set: (key: string, reply: Reply, ttlMs: number) => void | Promise<void>;
  readonly delete: (key: string) => void | Promise<void>;
  readonly clear: () => void | Promise<void>;
  /** How much it holds, expired responses included. */
  readonly usage: () => { readonly entries: number; readonly bytes: number };
}

export const GB = 1_000_000_000;

/** A response cache in memory, which answers at once. */
export interface OwnResponseCache extends ResponseCache {
  readonly get: (key: string) => Reply | undefined;
  readonly set: (key: string, reply: Reply, ttlMs: number) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
}

/**
 * Opens the response cache of one stage. It lives as long as one load of the gateway: a new deployment, like every reload,
 * starts with an empty cache.
 * @param sizeGb - size of the cache cluster, in GB
 * @param now - a clock in ms; entries expire by it
 */
export function openResponseCache(sizeGb: number, now: () => number): OwnResponseCache {
  const entries = new LRUCache<string, { readonly reply: Reply; readonly expiresAt: number }>({
    maxSize: Math.floor(sizeGb * GB),
    maxEntrySize: LIMITS.cacheEntryBytes.max,
    sizeCalculation: ({ reply }, key) => replyBytes(reply) + key.length,
  });
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined || now() < entry.expiresAt) return entry?.reply;
      entries.delete(key);
      return undefined;
    },
    set: (key, reply, ttlMs) => void entries.set(key, { reply, expiresAt: now() + ttlMs }),
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    usage: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

export function replyBytes({ headers, body }: Reply): number {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length, body.length + 1);
}
