// Taken before user code runs, which may replace it.
const atEndOfTurn = setImmediate;

/** Begins a call. @returns false if it has not arrived yet */
export type BeginCall<Call> = (call: Call) => boolean;

/** Saves the answers that are not sent yet, before another call begins. @returns whether that is done; if not, it calls `resume` later */
export type KeepAnswers = (resume: () => void) => boolean;

/** Begun calls that stay in the list before they are dropped: a busy instance always has calls that wait, so they would stay for good. */
const MAX_BEGUN = 256;

/** Begins calls one after the other, in the order in which they came. */
export class CallQueue<Call> {
  /** Calls that run at the same time. */
  public concurrency = 1;
  readonly #resume = () => this.#begin();
  #waiting: Call[] = [];
  #next = 0;
  #running = 0;
  #isBeginning = false;

  public constructor(private readonly keep: KeepAnswers, private readonly beginCall: BeginCall<Call>) {}

  public arrive(call: Call): void {
    this.#waiting.push(call);
    this.#begin();
  }

  public ended(): void {
    this.#running -= 1;
    this.#begin();
  }

  /** Not by recursion: handlers that answer synchronously would overflow the stack. */
  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    while (this.#running < this.concurrency && this.#beginNext());
    this.#isBeginning = false;
  }

  #beginNext(): boolean {
    const call = this.#waiting[this.#next];
    if (call === undefined) {
      this.#waiting = [];
      this.#next = 0;
      return false;
    }
    if (this.concurrency === 1 && !this.keep(this.#resume)) return false;
    this.#next += 1;
    this.#running += 1;
    if (this.beginCall(call)) {
      if (this.#next >= MAX_BEGUN) {
        this.#waiting = this.#waiting.slice(this.#next);
        this.#next = 0;
      }
      return true;
    }
    this.#next -= 1;
    this.#running -= 1;
    atEndOfTurn(this.#resume);
    return false;
  }
}
