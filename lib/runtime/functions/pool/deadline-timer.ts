/** The longest time a timer can be set to, in ms. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * One timer for everything that is due at some time: deadlines, more instances, idle instances. It is set to the earliest
 * time only, so a call that is answered in time needs no timer of its own.
 */
export class DeadlineTimer {
  #timer: NodeJS.Timeout | undefined;
  #setFor = Infinity;
  #isStopped = false;

  /** `runDue` does what is due and returns when to run next, in ms of `performance.now()`. */
  public constructor(private readonly runDue: () => number) {}

  /** Hot path: one comparison, unless this is the earliest time. */
  public needBy(time: number): void {
    if (time >= this.#setFor || this.#isStopped) return;
    this.#setFor = time;
    clearTimeout(this.#timer);
    const delayMs = Math.min(LONGEST_MS, Math.max(1, Math.ceil(time - performance.now())));
    this.#timer = setTimeout(() => {
      this.#setFor = Infinity;
      this.needBy(this.runDue());
    }, delayMs);
  }

  public stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
