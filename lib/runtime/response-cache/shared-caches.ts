import type { ResponseCache } from './response-cache';

/** The response caches of one of several processes. Each has its own entries; an invalidation applies to all. */
export interface SharedCaches {
  /** The part of a cache's size that this process may use. */
  readonly share: number;
  /** The cache, with its invalidations sent to the others. The cache of a later load replaces the one of the same name. */
  readonly adopt: (name: string, cache: ResponseCache) => ResponseCache;
  /** A load begins: one before it that failed leaves nothing. */
  readonly loading: () => void;
  /** A load is complete: drops the caches that it did not adopt. */
  readonly loaded: () => void;
  /** Another process has invalidated an entry. */
  readonly invalidate: (name: string, key: string) => void;
}

/** @param invalidated - receives the invalidations of this process */
export function openSharedCaches(share: number, invalidated: (name: string, key: string) => void): SharedCaches {
  const caches = new Map<string, ResponseCache>();
  const adopted = new Set<string>();
  return {
    share,
    adopt: (name, cache) => {
      caches.set(name, cache);
      adopted.add(name);
      return {
        ...cache,
        delete: (key) => {
          invalidated(name, key);
          return cache.delete(key);
        },
      };
    },
    loading: () => adopted.clear(),
    loaded: () => {
      for (const name of caches.keys()) if (!adopted.has(name)) caches.delete(name);
      adopted.clear();
    },
    invalidate: (name, key) => void caches.get(name)?.delete(key),
  };
}
