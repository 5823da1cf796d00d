import type { NamedQuota } from '../plan/limits';
import type { QuotaSpec } from '../../spec';
import { nextWindow, windowStart } from './quota-window';

/** Usage of a plan's quota by one key: the beginning of the period, in ms since 1970, and the requests in it. */
export interface Usage extends WindowUsage {
  /** Usage of earlier periods, the latest first: the clock may have been put forward, and be put back. @default - none */
  readonly earlier?: readonly WindowUsage[];
}

interface WindowUsage {
  readonly window: number;
  readonly used: number;
}

/** Number of earlier periods to remember; each enlarges the usage files. */
const MAX_EARLIER = 3;

export type PlanUsage = ReadonlyMap<string, Usage>;

/** Where usage is kept between two runs of a gateway. */
export interface UsageStore {
  /** The stored usage of a plan; empty if there is none. */
  readonly read: (plan: string) => PlanUsage;
  /** Called when a plan's usage has changed; reads it when it writes. */
  readonly changed: (plan: string, usage: () => PlanUsage) => void;
}

export type QuotaLedger = ReturnType<typeof createQuotaLedger>;

/**
 * Counts requests against quotas. Counters are identified by the names of plan and key, so they survive a reload, a changed
 * limit and a restart. There is one per used key, so the definition bounds them.
 */
export function createQuotaLedger(store: UsageStore) {
  const plans = new Map<string, Map<string, Usage>>();
  const planOf = (plan: string): Map<string, Usage> => {
    const known = plans.get(plan);
    if (known !== undefined) return known;
    const read = new Map(store.read(plan));
    plans.set(plan, read);
    return read;
  };
  const usageAt = ({ plan, key, quota }: NamedQuota, now: number): Usage => currentUsage(planOf(plan).get(key), quota, now);
  return {
    /** Reads the stored usage of a plan, once; so a damaged file fails the load, not a request. */
    open: (plan: string): void => void planOf(plan),
    has: (named: NamedQuota, now: number): boolean => usedAt(usageAt(named, now), named.quota, now) < named.quota.limit,
    usedOf: (named: NamedQuota, now: number): number => usedAt(usageAt(named, now), named.quota, now),
    count: (named: NamedQuota, now: number): void => {
      const current = usageAt(named, now);
      const usage = planOf(named.plan);
      usage.set(named.key, { ...current, used: current.used + 1 });
      store.changed(named.plan, () => usage);
    },
    nextAt: (named: NamedQuota, now: number): number => nextWindow(named.quota, usageAt(named, now).window),
    /** Forgets what was used, here and in the store; of one key only, if it is given. */
    clear: (key?: string): void => {
      for (const [plan, usage] of plans) {
        if (key === undefined) usage.clear();
        else usage.delete(key);
        store.changed(plan, () => usage);
      }
    },
  };
}

/**
 * Usage in the current period. A clock that is set back refunds nothing: within the previous period, the later one
 * continues; further back, the clock was wrong before, and all that was used since the current period began counts in it.
 */
function currentUsage(usage: Usage | undefined, quota: QuotaSpec, now: number): Usage {
  const window = windowStart(quota, now);
  if (usage === undefined) return { window, used: 0 };
  const hasPassed = nextWindow(quota, usage.window) <= now;
  if (!hasPassed && nextWindow(quota, window) >= usage.window) return usage;
  const { earlier = [], ...last } = usage;
  if (hasPassed) return withEarlier({ window, used: 0 }, [last, ...earlier].slice(0, MAX_EARLIER));
  const since = earlier.filter((entry) => entry.window >= window);
  const used = since.reduce((sum, entry) => sum + entry.used, last.used);
  return withEarlier({ window, used }, earlier.slice(since.length));
}

/** Requests that count against the quota: while a later period continues, also what was used in the present one before. */
function usedAt({ window, used, earlier = [] }: Usage, quota: QuotaSpec, now: number): number {
  const present = windowStart(quota, now);
  if (present === window) return used;
  return earlier.filter((entry) => entry.window === present).reduce((sum, entry) => sum + entry.used, used);
}

function withEarlier(usage: WindowUsage, earlier: readonly WindowUsage[]): Usage {
  return earlier.length === 0 ? usage : { ...usage, earlier };
}
