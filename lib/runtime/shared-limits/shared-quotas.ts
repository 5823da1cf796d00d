import { GatewayError } from '../../errors';
import type { NamedQuota } from '../plan/limits';
import { quotaUsedUp } from '../throttling/admission';
import type { QuotaLedger } from '../throttling/quota-ledger';
import { nextWindow, windowStart } from '../throttling/quota-window';
import type { QuotaClaim, QuotaReply } from './claim';
import type { Gateways } from './gateways';
import type { QuotaJournal, Unsettled } from './quota-journal';
import { QuotaReserve } from './quota-reserve';
import { FORGET, GIVE_BACK, SETTLE } from './scripts';
import type { StoreConnection } from '../store/store-connection';

/** How long the store keeps usage after its period: a clock may be put back. */
const KEPT_MS = 86_400_000;
/** How long it keeps usage of a period whose end is not known here: the longest is a month. */
const LONGEST_MS = 32 * 86_400_000 + KEPT_MS;
/** After a quota was refused, how long until the store is asked again: another gateway may have reset it. */
const REFUSED_MS = 1_000;

export type QuotaWhenAway = 'open' | 'closed';

export interface SharedQuotasParts {
  readonly connection: StoreConnection;
  readonly journal: QuotaJournal;
  readonly whenAway: QuotaWhenAway;
  readonly prefix: string;
  /** Time of the store as far as it is known, ms since 1970. */
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly gateways: Pick<Gateways, 'count'>;
  /** Whether every request asks the store. */
  readonly isExact: boolean;
}

/** Usage of a key in a period, as the store last said. */
interface Known {
  /** Requests granted, which the store never forgets on purpose. */
  readonly granted: number;
  /** Requests of them that passed or may pass. */
  readonly used: number;
  /** Until when the store would refuse, in ms of the monotonic clock. */
  readonly refusedUntil: number;
}

/** Quotas that several gateways share. The store counts; this has what is known of it here, and counts while the store is away. */
export class SharedQuotas implements Pick<QuotaLedger, 'open' | 'has' | 'usedOf' | 'count' | 'nextAt' | 'clear'> {
  readonly #known = new Map<string, Known & { readonly quota: NamedQuota; readonly window: number }>();
  readonly #reserves = new Map<string, QuotaReserve>();
  #settling: Promise<void> | undefined;

  public constructor(private readonly parts: SharedQuotasParts) {}

  public readonly open = (plan: string): void => {
    this.parts.journal.open(plan);
    void this.settle().catch(() => undefined); // the next request of the quota settles it
  };

  public claim(quota: NamedQuota): QuotaClaim {
    const now = this.parts.now();
    const window = windowStart(quota.quota, now);
    const lifeMs = Math.ceil(nextWindow(quota.quota, window) - now + KEPT_MS);
    const known = this.#knownOf(quota, window)?.granted ?? 0;
    const ahead = this.#reserveOf(quota)?.expect(this.parts.monotonicNow()) ?? 0;
    const key = this.#keyOf(nameOf(quota), window);
    return { key, window, limit: quota.quota.limit, known, lifeMs, ahead, gateways: this.parts.gateways.count };
  }

  /** Takes a request that is counted already. */
  public take(quota: NamedQuota): boolean {
    const { now, monotonicNow } = this.parts;
    return this.#reserveOf(quota)?.take(quota, windowStart(quota.quota, now()), monotonicNow()) ?? false;
  }

  /** Returns a request that was taken, and that a throttle refused. */
  public putBack(quota: NamedQuota): void {
    this.#reserveOf(quota)?.putBack(windowStart(quota.quota, this.parts.now()));
  }

  /** Notes what came ahead of a claim: nothing, if there was no answer. */
  public arrive(quota: NamedQuota, { window, ahead: expected }: QuotaClaim, came: number): void {
    this.#reserveOf(quota)?.arrive(quota, window, { expected, came });
  }

  /** Gives back what is in reserve and idle, or all of it. Requests whose return is lost count as used. */
  public readonly giveBack = async (isAll = false): Promise<void> => {
    const { connection, monotonicNow } = this.parts;
    if (!connection.isThere) return;
    const now = isAll ? undefined : monotonicNow();
    await Promise.all([...this.#reserves].map(async ([name, reserve]) => {
      const requests = reserve.giveUp(now);
      if (requests === 0) return;
      const key = this.#keyOf(name, reserve.window);
      await connection.run(GIVE_BACK, [key], ['', String(requests)]).catch(() => undefined); // noted by the connection
    }));
  };

  /** Throws what the store would, as far as that is known. @throws QUOTA_EXCEEDED */
  public requireNotRefused(quota: NamedQuota): void {
    const window = windowStart(quota.quota, this.parts.now());
    const known = this.#knownOf(quota, window);
    if (known === undefined || known.used < quota.quota.limit || this.parts.monotonicNow() >= known.refusedUntil) return;
    throw this.exceeded(quota);
  }

  public told(quota: NamedQuota, window: number, { reply, isRefused }: { readonly reply: QuotaReply; readonly isRefused: boolean }): void {
    const refusedUntil = isRefused ? this.parts.monotonicNow() + REFUSED_MS : 0;
    const { granted, returned } = reply;
    this.#known.set(nameOf(quota), { quota, window, granted, used: granted - returned, refusedUntil });
  }

  public exceeded(quota: NamedQuota): GatewayError {
    return quotaUsedUp(quota, this.nextAt(quota));
  }

  /** Whether the store has to count requests of this quota first. */
  public isUnsettled(quota: NamedQuota): boolean {
    return this.parts.journal.pending(quota, windowStart(quota.quota, this.parts.now())) > 0;
  }

  /** Lets the store count what passed while it was away. @throws StoreFailure */
  public async settle(): Promise<void> {
    this.#settling ??= this.#settleAll().finally(() => { this.#settling = undefined; });
    return this.#settling;
  }

  /** Whether a request passes while the store is away. @throws QUOTA_UNAVAILABLE if none does */
  public readonly has = (quota: NamedQuota): boolean => {
    const { whenAway } = this.parts;
    if (whenAway === 'closed') throw new GatewayError('QUOTA_UNAVAILABLE', { plan: quota.plan, key: quota.key });
    return this.usedOf(quota) < quota.quota.limit;
  };

  public readonly usedOf = (quota: NamedQuota): number => {
    const window = windowStart(quota.quota, this.parts.now());
    const reserve = this.#reserves.get(nameOf(quota));
    const unused = reserve?.window === window ? reserve.requests : 0;
    return Math.max(0, (this.#knownOf(quota, window)?.used ?? 0) - unused) + this.parts.journal.pending(quota, window);
  };

  public readonly count = (quota: NamedQuota): void => this.parts.journal.count(quota, windowStart(quota.quota, this.parts.now()));

  public readonly nextAt = ({ quota }: NamedQuota): number => nextWindow(quota, windowStart(quota, this.parts.now()));

  public readonly clear = (key?: string): void => {
    const { connection, journal } = this.parts;
    const known = [...this.#known].filter(([, { quota }]) => key === undefined || quota.key === key);
    journal.clear(key);
    for (const [name] of known) {
      this.#known.delete(name);
      this.#reserves.delete(name);
    }
    const keys = known.map(([, { quota, window }]) => this.#keyOf(nameOf(quota), window));
    if (keys.length > 0) void connection.run(FORGET, keys, []).catch(() => undefined); // noted by the connection
  };

  /** All at once: a request may wait for it. */
  async #settleAll(): Promise<void> {
    await Promise.all(this.parts.journal.entries().map((entry) => this.#settleOne(entry)));
  }

  async #settleOne(entry: Unsettled): Promise<void> {
    const { connection, journal } = this.parts;
    await connection.run(SETTLE, [this.#keyOf(nameOf(entry), entry.window)], ['', String(entry.requests), String(LONGEST_MS)]);
    journal.settled(entry);
  }

  #knownOf(quota: NamedQuota, window: number): Known | undefined {
    const known = this.#known.get(nameOf(quota));
    return known?.window === window ? known : undefined;
  }

  /** Undefined where no request may pass without asking. */
  #reserveOf(quota: NamedQuota): QuotaReserve | undefined {
    if (this.parts.isExact) return undefined;
    const name = nameOf(quota);
    const reserve = this.#reserves.get(name) ?? new QuotaReserve();
    this.#reserves.set(name, reserve);
    return reserve;
  }

  #keyOf(name: string, window: number): string {
    return `${this.parts.prefix}quota:${name}:${new Date(window).toISOString().slice(0, 10)}`;
  }
}

function nameOf({ plan, key }: Pick<NamedQuota, 'plan' | 'key'>): string {
  return JSON.stringify([plan, key]);
}
