import type { ThrottleSpec } from '../../spec';
import type { NamedLimit } from '../plan/limits';
import type { Gateways } from './gateways';
import { Lease, LEASE_MS } from './lease';

/** Slower limits are exact: a gateway's share of 100 ms would be a few tokens. */
const LEAST_RATE = 100;
const SECOND_MS = 1_000;

/** Part of a second's rate that all gateways together may hold, and so the most that passes beyond a limit. */
export const LEASED_PART = LEASE_MS / SECOND_MS;

export class Leases {
  readonly #leases = new Map<string, Lease>();

  public constructor(private readonly parts: { readonly gateways: Pick<Gateways, 'count' | 'isSettled'>; readonly isExact: boolean }) {}

  /** The lease of a limit; undefined for one whose tokens are all in the store. */
  public of({ name, throttle }: NamedLimit): Lease | undefined {
    if (this.parts.isExact || throttle.rateLimit < LEAST_RATE) return undefined;
    const known = this.#leases.get(name);
    if (known !== undefined) return known;
    const lease = new Lease();
    this.#leases.set(name, lease);
    return lease;
  }

  /** Tokens that this gateway may hold of a limit: its share of 100 ms. None before all gateways know how many they are. */
  public most({ rateLimit }: ThrottleSpec): number {
    const { gateways } = this.parts;
    return gateways.isSettled() ? Math.floor((rateLimit * LEASED_PART) / gateways.count) : 0;
  }

  public clear(): void {
    for (const lease of this.#leases.values()) lease.drop();
  }
}
