import type { ThrottleSpec } from '../../spec';
import type { SystemPorts } from '../ports';
import { createBuckets, type Buckets } from './buckets';
import { createQuotaLedger, type QuotaLedger, type UsageStore } from './quota-ledger';
import { TokenBucket, type Bucket } from './token-bucket';
import type { Claim } from '../plan/limits';

export interface AccountLimit<Kind extends Bucket = Bucket> {
  readonly limit: ThrottleSpec;
  readonly bucket: Kind;
}

/** The usage of all limits, shared by all APIs and all loads of a gateway. */
export interface Throttling {
  readonly account: AccountLimit | undefined;
  readonly buckets: Buckets;
  readonly quotas: QuotaLedger;
  /** Resets all usage: buckets are full at this time, in ms of the monotonic clock, and quotas are unused. */
  readonly reset: (now: number) => void;
  /** Asks the process that keeps the limits; rejects with the error that refuses. Then only the account's bucket has tokens here. */
  readonly admitRemotely?: (claim: Claim) => Promise<void>;
}

/** State of the store in which several gateways share limits, as far as it is known. */
export interface StoreState {
  readonly store: string;
  readonly state: 'connected' | 'away';
  /** Number of gateways that share the limits, when the store last answered. */
  readonly gateways: number;
}

export interface Lender extends Bucket {
  /** Gives up to `count` whole tokens to another process. */
  readonly lend: (count: number, now: number) => number;
  /** Settles given tokens: some were used, some are returned. */
  readonly settle: (tokens: { readonly used: number; readonly returned: number }, now: number) => void;
}

export interface OwnThrottling extends Throttling {
  readonly account: AccountLimit<Lender> | undefined;
}

/** Nothing used yet, except for the quotas in the store. `account` undefined: the account has no limit. */
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
