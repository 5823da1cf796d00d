import type { ResponseCache } from './response-cache';

/** The response caches of one of several processes. Each has its own entries; what is invalidated in one is in all. */
export interface SharedCaches {
  /** The part of a cache's size that this process may use. */
  readonly share: number;
  /** The cache with its invalidations told to the others. A name of an earlier load is the later one's from then on. */
  readonly adopt: (name: string, cache: ResponseCache) => ResponseCache;
  /** Another process has invalidated an entry. */
  readonly invalidate: (name: string, key: string) => void;
}

/** @param tell - is told of what is invalidated here */
export function openSharedCaches(share: number, tell: (name: string, key: string) => void): SharedCaches {
  const caches = new Map<string, ResponseCache>();
  return {
    share,
    adopt: (name, cache) => {
      caches.set(name, cache);
      return {
        ...cache,
        delete: (key) => {
          cache.delete(key);
          tell(name, key);
        },
      };
    },
    invalidate: (name, key) => caches.get(name)?.delete(key),
  };
}
