import type { ThrottleSpec } from '../../spec';
import type { NamedLimit } from '../plan/limits';

/**
 * The part of each limit that a gateway passes on its own while the store is away: an equal one of all gateways that were last known.
 * A share of the burst is one request at least, or a small limit would refuse all.
 */
export class LocalShares {
  #gateways = 1;
  #shares = new WeakMap<ThrottleSpec, ThrottleSpec>();

  public of({ throttle, ...limit }: NamedLimit, gateways: number): NamedLimit {
    return { ...limit, throttle: this.#shareOf(throttle, gateways) };
  }

  /** Buckets tell a changed limit by its identity. */
  #shareOf(throttle: ThrottleSpec, gateways: number): ThrottleSpec {
    if (gateways !== this.#gateways) {
      this.#gateways = gateways;
      this.#shares = new WeakMap();
    }
    const known = this.#shares.get(throttle);
    if (known !== undefined) return known;
    const { rateLimit, burstLimit } = throttle;
    const share = { rateLimit: rateLimit / gateways, burstLimit: burstLimit < 1 ? burstLimit : Math.max(1, burstLimit / gateways) };
    this.#shares.set(throttle, share);
    return share;
  }
}
