import type { Failure } from './call';

const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** Calls may end their instance this often in a row before new instances have to wait. */
const FREE_CRASHES = 2;

/** Slows down the starting of instances that fail again and again: 0.1 s, doubled up to 10 s, until a call is answered. */
export class BackOff {
  #inRow = 0;
  #until = 0;
  #last: Failure | undefined;

  /** When instances may be started again, in ms of the monotonic clock. */
  public get until(): number {
    return this.#until;
  }

  /** What failed last, while starting has to wait. */
  public failureAt(now: number): Failure | undefined {
    return now < this.#until ? this.#last : undefined;
  }

  public answered(): void {
    this.#inRow = 0;
    this.#until = 0;
  }

  /** Code that cannot be loaded waits at once, code that died in a call only when it does so repeatedly. */
  public failed(failure: Failure, now: number, wasLoaded: boolean): void {
    this.#inRow += 1;
    this.#last = failure;
    const counted = this.#inRow - (wasLoaded ? FREE_CRASHES : 0);
    if (counted > 0) this.#until = now + Math.min(LONGEST_MS, FIRST_MS * 2 ** (counted - 1));
  }
}
