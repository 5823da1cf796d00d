import type { NamedLimit } from '../plan/limits';
import type { ThrottleSpec } from '../../spec';
import { TokenBucket, type Bucket } from './token-bucket';

export type Buckets = ReturnType<typeof createBuckets>;

export interface NamedBucket {
  readonly name: string;
  readonly throttle: ThrottleSpec;
  /** Requests that may pass now. */
  readonly tokens: number;
}

const FIRST_SWEEP = 1_000;

/** An empty set of buckets. Whenever their number has doubled, full ones are dropped, so recent clients bound the memory. */
export function createBuckets() {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = FIRST_SWEEP;
  const sweep = (now: number): void => {
    for (const [name, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(name);
    sweepAt = Math.max(FIRST_SWEEP, 2 * buckets.size);
  };
  return {
    /** The bucket of a limit; a full one at the first use. */
    of: ({ name, throttle }: NamedLimit, now: number): Bucket => {
      const known = buckets.get(name);
      if (known !== undefined) {
        known.adopt(throttle, now);
        return known;
      }
      if (buckets.size >= sweepAt) sweep(now);
      const bucket = new TokenBucket(throttle, now);
      buckets.set(name, bucket);
      return bucket;
    },
    size: (): number => buckets.size,
    /** The buckets that are kept: full ones may have been dropped. */
    list: (now: number): readonly NamedBucket[] => [...buckets].map(([name, bucket]) => ({ name, ...bucket.state(now) })),
    clear: (includes: (name: string) => boolean = () => true): void => {
      for (const name of [...buckets.keys()]) if (includes(name)) buckets.delete(name);
    },
  };
}
