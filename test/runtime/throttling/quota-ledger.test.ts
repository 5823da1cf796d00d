import { createQuotaLedger, type PlanUsage, type UsageStore } from '../../../lib/runtime/throttling/quota-ledger';
import type { NamedQuota } from '../../../lib/runtime/plan/limits';

const DAY = 86_400_000;
const NOON = Date.UTC(2025, 10, 21, 12);

const quotaOf = (limit: number, given: Partial<NamedQuota> = {}): NamedQuota =>
  ({ plan: 'Free', key: 'Dev', quota: { limit, period: 'DAY', offset: 0 }, ...given });

/** A store that remembers the last value it was given. */
function memory(kept: Record<string, PlanUsage> = {}): UsageStore & { readonly kept: () => Record<string, PlanUsage> } {
  const plans = new Map(Object.entries(kept));
  return {
    read: (plan) => plans.get(plan) ?? new Map(),
    changed: (plan, usage) => void plans.set(plan, new Map(usage())),
    kept: () => Object.fromEntries(plans),
  };
}

function use(ledger: ReturnType<typeof createQuotaLedger>, quota: NamedQuota, now: number, times = 1): number {
  let passed = 0;
  for (let call = 0; call < times; call++) {
    if (!ledger.has(quota, now)) continue;
    ledger.count(quota, now);
    passed++;
  }
  return passed;
}

describe('quotas', () => {
  test('A24: a key makes as many requests in a period as the quota says, and as many in the next', () => {
    const ledger = createQuotaLedger(memory());
    expect(use(ledger, quotaOf(100), NOON, 1_000)).toBe(100);
    expect(use(ledger, quotaOf(100), NOON + DAY / 2 - 1, 10)).toBe(0);
    expect(use(ledger, quotaOf(100), NOON + DAY / 2, 1_000)).toBe(100);
  });

  test('a quota of nothing lets nothing pass', () => {
    expect(use(createQuotaLedger(memory()), quotaOf(0), NOON)).toBe(0);
  });

  test('each key and each plan counts by itself', () => {
    const ledger = createQuotaLedger(memory());
    expect(use(ledger, quotaOf(1), NOON)).toBe(1);
    expect(use(ledger, quotaOf(1, { key: 'Other' }), NOON)).toBe(1);
    expect(use(ledger, quotaOf(1, { plan: 'Paid' }), NOON)).toBe(1);
  });

  test('another limit is counted with what was used already', () => {
    const ledger = createQuotaLedger(memory());
    use(ledger, quotaOf(5), NOON, 5);
    expect(use(ledger, quotaOf(8), NOON, 10)).toBe(3);
    expect(use(ledger, quotaOf(2), NOON, 10)).toBe(0);
  });

  test('what was kept counts after a restart', () => {
    const store = memory();
    use(createQuotaLedger(store), quotaOf(5), NOON, 3);
    expect(use(createQuotaLedger(store), quotaOf(5), NOON, 10)).toBe(2);
    expect(store.kept().Free).toEqual(new Map([['Dev', { window: Date.UTC(2025, 10, 21), used: 5 }]]));
  });

  test('P15: a clock that goes back refunds nothing', () => {
    for (const back of [1, DAY / 2 + 1, DAY, 2 * DAY, 400 * DAY, 3_650 * DAY]) {
      const ledger = createQuotaLedger(memory());
      use(ledger, quotaOf(5), NOON, 5);
      expect(use(ledger, quotaOf(5), NOON - back, 10)).toBe(0);
    }
  });

  test.each([
    ['a day', 'DAY', [1]], ['40 days', 'DAY', [40]], ['40 days', 'MONTH', [40]], ['a week', 'WEEK', [7]], ['100 days', 'MONTH', [100]],
    ['10, 20 and 40 days', 'DAY', [10, 20, 40]],
  ] as const)('a clock that jumps ahead by %s, and back, refunds nothing of a quota by %s, also over a restart', (_, period, days) => {
    const store = memory();
    const quota = quotaOf(20, { quota: { limit: 20, period, offset: 0 } });
    use(createQuotaLedger(store), quota, NOON, 20);
    for (const ahead of days) expect(use(createQuotaLedger(store), quota, NOON + ahead * DAY, 3)).toBe(3);
    const ledger = createQuotaLedger(store);
    expect(use(ledger, quota, NOON, 10)).toBe(0);
    expect(ledger.usedOf(quota, NOON)).toBeGreaterThanOrEqual(20);
    expect(use(ledger, quota, NOON + 200 * DAY, 30)).toBe(20);
  });

  test('a clock that jumps ahead a thousand times fills no file', () => {
    const store = memory();
    const ledger = createQuotaLedger(store);
    for (let day = 0; day < 1_000; day++) use(ledger, quotaOf(5), NOON + day * DAY, 1);
    expect(store.kept().Free?.get('Dev')?.earlier).toHaveLength(3);
  });

  test('a clock that was years off blocks no one for years', () => {
    const ledger = createQuotaLedger(memory());
    use(ledger, quotaOf(5), NOON + 3_650 * DAY, 5);
    use(ledger, quotaOf(6), NOON, 1);
    expect(use(ledger, quotaOf(5), NOON + DAY, 5)).toBe(5);
  });

  test('the next period is named', () => {
    expect(createQuotaLedger(memory()).nextAt(quotaOf(1), NOON)).toBe(Date.UTC(2025, 10, 22));
  });

  test('a plan that was opened is read once', () => {
    const read: string[] = [];
    const ledger = createQuotaLedger({ ...memory(), read: (plan) => (read.push(plan), new Map()) });
    ledger.open('Free');
    use(ledger, quotaOf(5), NOON, 3);
    expect(read).toEqual(['Free']);
  });
});
