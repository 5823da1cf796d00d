import type { Bucket } from '../../throttling/token-bucket';
import type { Throttling } from '../../throttling/throttling';
import { LeasedBucket } from './leased-bucket';
import type { WorkerSettings } from './messages';
import type { RpcClient } from './rpc-client';

/** A worker holds tokens of the account's limit only; all other limits have to be checked by the primary. */
const NO_TOKENS: Bucket = { has: () => false, take: () => undefined };

/** Share of the account's burst that the workers may hold, and the smallest worthwhile lease. */
const BLOCK = { part: 8, max: 256, min: 8 };

/** Tokens of the account that each of `count` workers may hold: all of them together an eighth of the burst; 0 for a small one. */
export function leaseBlock(burstLimit: number, count: number): number {
  const block = Math.min(BLOCK.max, Math.floor(burstLimit / (BLOCK.part * count)));
  return block < BLOCK.min ? 0 : block;
}

/** Limits that the primary keeps. Requests without limits of their own take leased tokens of the account; all others ask the primary. */
export function workerThrottling(account: WorkerSettings['account'], { request }: RpcClient): Throttling & { readonly close: () => void } {
  // answered by the primary with a number
  const bucket = account && new LeasedBucket(account.block, (lease) => request({ type: 'lease', ...lease }, Infinity) as Promise<number>);
  return {
    account: account && bucket && { limit: account.limit, bucket },
    buckets: { of: () => NO_TOKENS, size: () => 0, list: () => [], clear: () => undefined },
    quotas: {
      open: () => undefined, has: () => false, usedOf: () => 0, count: () => undefined, nextAt: () => Infinity, clear: () => undefined,
    },
    reset: () => bucket?.reset(),
    admitRemotely: async (claim) => {
      await request({ type: 'admit', claim });
    },
    close: () => bucket?.close(),
  };
}
