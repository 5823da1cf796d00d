import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import type { PlanUsage } from '../../../lib/runtime/throttling/quota-ledger';

test('usage that is reset can be used again, and the store is updated', () => {
  const kept = new Map<string, PlanUsage>();
  const store = { read: () => new Map(), changed: (plan: string, usage: () => PlanUsage) => void kept.set(plan, usage()) };
  const { account, buckets, quotas, reset } = createThrottling({ rateLimit: 1, burstLimit: 1 }, store, { monotonicNow: () => 5_000 });
  const limit = { owner: 'key' as const, name: 'one', throttle: { rateLimit: 1, burstLimit: 1 } };
  const quota = { plan: 'Free', key: 'Dev', quota: { limit: 1, period: 'DAY', offset: 0 } } as const;
  account?.bucket.take();
  buckets.of(limit, 5_000).take();
  quotas.count(quota, 5_000);
  expect([account?.bucket.has(5_000), buckets.of(limit, 5_000).has(5_000), quotas.has(quota, 5_000)]).toEqual([false, false, false]);
  // a clock that was put back, as a test's is
  reset(1_000);
  expect([account?.bucket.has(1_000), buckets.of(limit, 1_000).has(1_000), quotas.has(quota, 1_000)]).toEqual([true, true, true]);
  expect(kept.get('Free')?.size).toBe(0);
});
