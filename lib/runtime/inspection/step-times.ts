/** More than any method has steps. */
const STEPS = 30;
const [BEGAN, ENDED, FIRST_STEP] = [0, 1, 2];

/** When a request, its steps and its answer began, in ms of the monotonic clock, or NaN; in one array, as members would be objects. */
export class StepTimes {
  readonly #times = new Float64Array(FIRST_STEP + STEPS);

  public get startedAt(): number {
    return this.#times[BEGAN] ?? Number.NaN;
  }

  public get endedAt(): number {
    return this.#times[ENDED] ?? Number.NaN;
  }

  public at(step: number): number {
    return this.#times[FIRST_STEP + step] ?? Number.NaN;
  }

  public start(at: number): this {
    this.#times.fill(Number.NaN);
    this.#times[BEGAN] = at;
    return this;
  }

  public begin(step: number, at: number): void {
    this.#times[FIRST_STEP + step] = at;
  }

  public end(at: number): void {
    this.#times[ENDED] = at;
  }
}

/** Times of requests that are no longer kept, which later requests use again: they need no garbage collection. */
export class UnusedTimes {
  readonly #unused: StepTimes[] = [];

  public take(): StepTimes {
    return this.#unused.pop() ?? new StepTimes();
  }

  public give(times: StepTimes): void {
    this.#unused.push(times);
  }
}
