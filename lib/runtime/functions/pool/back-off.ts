import type { Failure } from '../call';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** How often in a row calls may end their instance before new instances have to wait. */
const FREE_CRASHES = 2;
/** How long calls queued behind one that ended its instance wait for another instance; above that, new calls fail immediately. */
const LONGEST_SILENT_MS = 500;
/** How often instances that end between answered calls are replaced immediately, before the rate applies. */
const BURST = 20;
const REPLACEMENTS_PER_SECOND = 2;

/**
 * Slows down starting instances that fail repeatedly, so that it does not take the processor: 0.1 s, doubled up to 10 s, until a call is
 * answered. Instances that answer and then end each time are replaced twice a second in the long run.
 */
export class BackOff {
  #inRow = 0;
  #closedUntil = 0;
  /** Calls fail immediately until then. */
  #failsUntil = 0;
  #last: Failure | undefined;
  #replacements = BURST;
  #countedAt: number | undefined;

  /** When instances may be started again, in ms of the monotonic clock. */
  public get until(): number {
    const missing = 1 - this.#replacements;
    if (this.#countedAt === undefined || missing <= 0) return this.#closedUntil;
    return Math.max(this.#closedUntil, this.#countedAt + missing * 1000 / REPLACEMENTS_PER_SECOND);
  }

  /** The last failure, while the wait for a new instance is so long that calls fail immediately. */
  public failureAt(now: number): Failure | undefined {
    return now < this.#failsUntil ? this.#last : undefined;
  }

  public answered(): void {
    this.#inRow = 0;
    this.#closedUntil = 0;
    this.#failsUntil = 0;
  }

  /** Code that cannot be loaded has to wait immediately, code that died in a call only if it does so repeatedly. */
  public failed(failure: Failure, now: number, wasLoaded: boolean): void {
    this.#inRow += 1;
    this.#last = failure;
    this.#countReplacement(now);
    const counted = this.#inRow - (wasLoaded ? FREE_CRASHES : 0);
    if (counted <= 0) return;
    const waitMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (counted - 1));
    this.#closedUntil = now + waitMs;
    this.#failsUntil = wasLoaded && waitMs <= LONGEST_SILENT_MS ? 0 : this.#closedUntil;
  }

  #countReplacement(now: number): void {
    const gained = (now - (this.#countedAt ?? now)) / 1000 * REPLACEMENTS_PER_SECOND;
    this.#replacements = Math.min(BURST, this.#replacements + gained) - 1;
    this.#countedAt = now;
  }
}
