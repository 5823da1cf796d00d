import type { NamedQuota } from '../plan/limits';
import type { PlanUsage, Usage, UsageStore } from '../throttling/quota-ledger';

/** Requests of a key that the store has not counted yet. */
export interface Unsettled {
  readonly plan: string;
  readonly key: string;
  /** Start of the period, in ms since 1970. */
  readonly window: number;
  readonly requests: number;
}

/**
 * Requests that passed while the store was away, until it has counted them. They are kept on disk: a gateway that ends meanwhile
 * settles them after its next start. What may have been settled, but was not confirmed, is settled again: it counts twice, never not
 * at all.
 */
export class QuotaJournal {
  readonly #plans = new Map<string, Map<string, Usage>>();

  public constructor(private readonly store: UsageStore) {}

  /** Reads the entries of a plan, once. @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
  public open(plan: string): void {
    this.#planOf(plan);
  }

  /** Requests of a key that are not settled, of the period that begins at `window`. */
  public pending({ plan, key }: Pick<NamedQuota, 'plan' | 'key'>, window: number): number {
    const entry = this.#plans.get(plan)?.get(key);
    return entry?.window === window ? entry.used : 0;
  }

  /** Counts a request. What an earlier period left is dropped: it counts for nobody. */
  public count({ plan, key }: Pick<NamedQuota, 'plan' | 'key'>, window: number): void {
    this.#keep(plan, key, { window, used: this.pending({ plan, key }, window) + 1 });
  }

  public entries(): readonly Unsettled[] {
    return [...this.#plans].flatMap(([plan, keys]) => [...keys].map(([key, { window, used }]) => ({ plan, key, window, requests: used })));
  }

  /** Removes what the store has counted. */
  public settled({ plan, key, window, requests }: Unsettled): void {
    const left = this.pending({ plan, key }, window) - requests;
    this.#keep(plan, key, left > 0 ? { window, used: left } : undefined);
  }

  public clear(key?: string): void {
    for (const [plan, keys] of this.#plans) {
      for (const name of [...keys.keys()]) if (key === undefined || key === name) this.#keep(plan, name, undefined);
    }
  }

  #keep(plan: string, key: string, usage: Usage | undefined): void {
    const keys = this.#planOf(plan);
    if (usage === undefined) keys.delete(key);
    else keys.set(key, usage);
    this.store.changed(plan, () => keys);
  }

  #planOf(plan: string): Map<string, Usage> {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    const read: PlanUsage = this.store.read(plan);
    const keys = new Map(read);
    this.#plans.set(plan, keys);
    return keys;
  }
}
