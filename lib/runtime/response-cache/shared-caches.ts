import type { ResponseCache } from './response-cache';

/** The response caches of one of several processes. Each has its own entries; an invalidation applies to all. */
export interface SharedCaches {
  /** The part of a cache's size that this process may use. */
  readonly share: number;
  /** The cache, with its invalidations sent to the others. The cache of a later load replaces the one of the same name. */
  readonly adopt: (name: string, cache: ResponseCache) => ResponseCache;
  /** Another process has invalidated an entry. */
  readonly invalidate: (name: string, key: string) => void;
}

/** @param invalidated - receives the invalidations of this process */
export function openSharedCaches(share: number, invalidated: (name: string, key: string) => void): SharedCaches {
  const caches = new Map<string, ResponseCache>();
  return {
    share,
    adopt: (name, cache) => {
      caches.set(name, cache);
      return {
        ...cache,
        delete: (key) => {
          cache.delete(key);
          invalidated(name, key);
        },
      };
    },
    invalidate: (name, key) => caches.get(name)?.delete(key),
  };
}
