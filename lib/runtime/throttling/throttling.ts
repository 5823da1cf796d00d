import type { ThrottleSpec } from '../../spec';
import type { SystemPorts } from '../ports';
import type { Claim } from './admission';
import { createBuckets, type Buckets } from './buckets';
import { createQuotaLedger, type QuotaLedger, type UsageStore } from './quota-ledger';
import { TokenBucket, type Bucket } from './token-bucket';

/** A limit of the account; without a number where there is none. */
export interface AccountLimit<Kind extends Bucket = Bucket> {
  readonly limit: ThrottleSpec;
  readonly bucket: Kind;
}

/** What has been used of all limits: one for all APIs and for all loads of a gateway. */
export interface Throttling {
  readonly account: AccountLimit | undefined;
  readonly buckets: Buckets;
  readonly quotas: QuotaLedger;
  /** Nothing is used any more: buckets are full at this time, in ms of the monotonic clock, and quotas are whole. */
  readonly reset: (now: number) => void;
  /**
   * Asks the process that keeps the limits, where this one does not: rejects with what refuses the request. Only the account's
   * bucket has tokens here then.
   */
  readonly ask?: (claim: Claim) => Promise<void>;
}

/** Limits that are kept here. */
export interface OwnThrottling extends Throttling {
  readonly account: AccountLimit<TokenBucket> | undefined;
}

/** Nothing used yet, but for the quotas that the store knows of. `account` undefined: the account has no limit. */
export function createThrottling(account: ThrottleSpec | undefined, store: UsageStore, { monotonicNow }: Pick<SystemPorts, 'monotonicNow'>): OwnThrottling {
  const limit = account && { limit: account, bucket: new TokenBucket(account, monotonicNow()) };
  const buckets = createBuckets();
  const quotas = createQuotaLedger(store);
  return {
    account: limit,
    buckets,
    quotas,
    reset: (now) => {
      limit?.bucket.refill(now);
      buckets.clear();
      quotas.clear();
    },
  };
}
