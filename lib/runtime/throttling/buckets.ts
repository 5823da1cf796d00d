import type { ThrottleSpec } from '../../spec';
import { TokenBucket, type Bucket } from './token-bucket';

/** A limit and whose it is. Buckets are known by this name, so they outlive reloads. */
export interface NamedLimit {
  readonly name: string;
  readonly throttle: ThrottleSpec;
}

/** All buckets of a gateway, by the names of their limits. */
export interface Buckets {
  /** The bucket of a limit; a full one when it is asked for the first time. */
  readonly of: (limit: NamedLimit, now: number) => Bucket;
  readonly size: () => number;
  /** Forgets all of them. */
  readonly clear: () => void;
}

const FIRST_SWEEP = 1_000;

/**
 * Makes an empty set of buckets. Only those that are not full are worth remembering: whenever their number has doubled,
 * the full ones are dropped, so memory is bounded by the clients of the last few moments.
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
    clear: () => buckets.clear(),
  };
}
