import type { NamedLimit } from '../plan/limits';
import type { ThrottleSpec } from '../../spec';
import { TokenBucket, type Bucket } from './token-bucket';

/** All buckets of a gateway, by the names of their limits. */
export interface Buckets {
  /** The bucket of a limit; a full one at the first use. */
  readonly of: (limit: NamedLimit, now: number) => Bucket;
  readonly size: () => number;
  /** The buckets that are kept: full ones may have been dropped. */
  readonly list: (now: number) => readonly NamedBucket[];
  /** Forgets all of them, or those whose names it accepts. */
  readonly clear: (includes?: (name: string) => boolean) => void;
}

/** A bucket with the name of its limit. */
export interface NamedBucket {
  readonly name: string;
  readonly throttle: ThrottleSpec;
  /** Requests that may pass now. */
  readonly tokens: number;
}

const FIRST_SWEEP = 1_000;

/**
 * Makes an empty set of buckets. Only buckets that are not full matter: whenever their number has doubled, the full ones
 * are dropped, so memory is bounded by the most recent clients.
 */
export function createBuckets(): Buckets {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = FIRST_SWEEP;
  const sweep = (now: number): void => {
    for (const [name, bucket] of buckets) if (bucket.isFull(now)) buckets.delete(name);
    sweepAt = Math.max(FIRST_SWEEP, 2 * buckets.size);
  };
  return {
    of: ({ name, throttle }, now) => {
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
    size: () => buckets.size,
    list: (now) => [...buckets].map(([name, bucket]) => ({ name, ...bucket.state(now) })),
    clear: (includes = () => true) => {
      for (const name of [...buckets.keys()]) if (includes(name)) buckets.delete(name);
    },
  };
}
