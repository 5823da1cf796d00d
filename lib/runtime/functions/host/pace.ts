/** Calls of a fast function take at most this long on average. */
const FAST_MEAN_MS = 1;
/** A single call that takes longer ends it. */
const FAST_CALL_MS = 25;
/** So many calls without a long one show that a function is fast. */
const STREAK = 100;
/** How much the last call counts in the mean. */
const WEIGHT = 0.02;

// Taken before user code runs, which may replace it.
const now = performance.now.bind(performance);

/**
 * Whether a function's calls are so short that several may wait in the pipe of its instance: all those before one take less
 * time than another instance takes to start. The instance knows best: how long the gateway waits says more of the machine.
 */
export class Pace {
  #beganAt = 0;
  #streak = 0;
  #meanMs = FAST_MEAN_MS;
  #isFast = false;

  public began(): void {
    this.#beganAt = now();
  }

  /** @returns whether calls are fast, where that has changed */
  public ended(): boolean | undefined {
    const tookMs = now() - this.#beganAt;
    this.#meanMs += WEIGHT * (tookMs - this.#meanMs);
    this.#streak = tookMs < FAST_CALL_MS ? this.#streak + 1 : 0;
    const isFast = this.#streak >= STREAK && this.#meanMs < FAST_MEAN_MS;
    if (isFast === this.#isFast) return undefined;
    this.#isFast = isFast;
    return isFast;
  }
}
