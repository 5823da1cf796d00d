import type { Client } from '../api/client';
import type { BucketState } from '../protocol';
import type { AppState } from './app-state';
import type { Store } from './store';

const REFILL_MS = 1000;

/** Reads quotas, buckets and caches, and again while a bucket refills: no request tells of that. */
export function limitsReader(
  { get, set }: Store<AppState>, client: Client, later: (run: () => void, ms: number) => void,
): () => Promise<void> {
  let isDue = false;
  const readAgain = (): void => {
    isDue = false;
    if (get().connection === 'live') read().catch(() => undefined); // a lost connection is seen by the stream
  };
  const read = async (): Promise<void> => {
    const limits = await client.limits();
    set({ limits });
    if (isDue || !limits.buckets.some(isRefilling)) return;
    isDue = true;
    later(readAgain, REFILL_MS);
  };
  return read;
}

function isRefilling({ tokens, burstLimit, rateLimit }: BucketState): boolean {
  return rateLimit > 0 && tokens < burstLimit;
}
