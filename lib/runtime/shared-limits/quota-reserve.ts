import type { NamedQuota } from '../plan/limits';
import { Demand } from './demand';

/** No block is larger: a gateway that is killed loses no more of a quota. */
const MOST = 100;
/** A reserve that was not used for this long goes back to the store. */
const IDLE_MS = 1_000;

interface Arrival {
  readonly expected: number;
  readonly came: number;
}

/** Requests of a key in a period that the store has counted already, so that they pass without asking it. */
export class QuotaReserve {
  readonly #demand = new Demand();
  #requests = 0;
  #window = -Infinity;
  #limit = 0;
  #usedAt = -Infinity;
  /** Requests that were asked for, and have not come yet. */
  #coming = 0;

  public get requests(): number {
    return this.#requests;
  }

  public get window(): number {
    return this.#window;
  }

  /** Takes a request of the reserve, if there is one of this period and limit: of another it counts for nothing. */
  public take({ quota: { limit } }: NamedQuota, window: number, now: number): boolean {
    this.#demand.note(now);
    this.#usedAt = now;
    if (window !== this.#window || limit !== this.#limit) this.#requests = 0;
    if (this.#requests < 1) return false;
    this.#requests -= 1;
    return true;
  }

  /** Returns a request that was taken, and that a throttle refused. */
  public putBack(window: number): void {
    if (window === this.#window) this.#requests += 1;
  }

  /** How many to ask for besides the present one, and expects them until they come. */
  public expect(now: number): number {
    const wanted = Math.max(0, Math.min(MOST, this.#demand.of(now)) - 1 - this.#coming - this.#requests);
    this.#coming += wanted;
    return wanted;
  }

  /** Adds what came of what was expected. */
  public arrive({ quota: { limit } }: NamedQuota, window: number, { expected, came }: Arrival): void {
    this.#coming -= expected;
    if (came < 1) return;
    this.#requests = came + (window === this.#window && limit === this.#limit ? this.#requests : 0);
    this.#window = window;
    this.#limit = limit;
  }

  /** Gives up the reserve. @param now - gives up only one that is idle @returns how many requests it had */
  public giveUp(now = Infinity): number {
    if (now - this.#usedAt < IDLE_MS) return 0;
    const requests = this.#requests;
    this.#requests = 0;
    return requests;
  }
}
