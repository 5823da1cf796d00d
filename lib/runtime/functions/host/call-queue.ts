import type { HostCall } from './run-call';

export interface CallQueueActions {
  readonly run: (nonce: string, call: HostCall) => void;
  /** Keeps the answers that have not left yet, before another call begins in the same turn. */
  readonly keep: () => void;
}

/** Lets calls run one after the other, in the order in which they came: those that wait are not begun. */
export class CallQueue {
  /** Calls that run at the same time. */
  public concurrency = 1;
  readonly #actions: CallQueueActions;
  #waiting: (readonly [nonce: string, call: HostCall])[] = [];
  #next = 0;
  #running = 0;
  #isBeginning = false;

  public constructor(actions: CallQueueActions) {
    this.#actions = actions;
  }

  public arrive(nonce: string, call: HostCall): void {
    this.#waiting.push([nonce, call]);
    this.#begin();
  }

  /** A call was answered. */
  public ended(): void {
    this.#running -= 1;
    this.#begin();
  }

  /** Not by recursion: handlers that answer at once would pile up. */
  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    while (this.#running < this.concurrency) {
      const next = this.#waiting[this.#next];
      if (next === undefined) {
        this.#waiting = [];
        this.#next = 0;
        break;
      }
      this.#next += 1;
      this.#running += 1;
      if (this.concurrency === 1) this.#actions.keep();
      this.#actions.run(...next);
    }
    this.#isBeginning = false;
  }
}
