import type { Failure } from './call';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** Calls may end their instance this often in a row before new instances have to wait. */
const FREE_CRASHES = 2;
/** Calls behind others that ended their instance wait this long for another; if it takes longer, new calls fail at once. */
const LONGEST_SILENT_MS = 500;
/** Instances that end between answered calls are replaced at once this often, and then at a rate. */
const BURST = 20;
const REPLACEMENTS_PER_SECOND = 2;

/**
 * Slows down the starting of instances that fail again and again: 0.1 s, doubled up to 10 s, until a call is answered. One
 * that answers and ends each time is replaced twice a second in the long run, so that starting does not take the processor.
 */
export class BackOff {
  #inRow = 0;
  #closedUntil = 0;
  /** Calls fail at once until then. */
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

  /** What failed last, while the function gets no new instance for so long that calls fail at once. */
  public failureAt(now: number): Failure | undefined {
    return now < this.#failsUntil ? this.#last : undefined;
  }

  public answered(): void {
    this.#inRow = 0;
    this.#closedUntil = 0;
    this.#failsUntil = 0;
  }

  /** Code that cannot be loaded waits at once, code that died in a call only when it does so repeatedly. */
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
