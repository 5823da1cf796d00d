/** All calls in the pipeline together take at most about this long: less than starting another instance. */
const PIPELINE_MS = 16;
/** A single call that takes longer ends the streak. */
const LONG_CALL_MS = 25;
/** After this many calls without a long one, the mean is reliable. */
const STREAK = 100;
/** Weight of the last call in the mean. */
const WEIGHT = 0.02;
/** A pipeline deeper than this saves nothing more. */
export const MAX_PIPELINE_DEPTH = 128;

// Taken before user code runs, which may replace it.
const monotonicNow = performance.now.bind(performance);

/** How many calls may be on their way to an instance, as it measures: the gateway's waiting time says more about the machine. */
export class PipelineDepth {
  #beganAt = 0;
  #streak = 0;
  #meanMs = PIPELINE_MS;
  #depth = 1;

  /** @param now - ms of a monotonic clock */
  public constructor(private readonly now = monotonicNow) {}

  public began(): void {
    this.#beganAt = this.now();
  }

  /** @returns the new depth of the pipeline, if it has changed */
  public ended(): number | undefined {
    const tookMs = this.now() - this.#beganAt;
    this.#meanMs += WEIGHT * (tookMs - this.#meanMs);
    this.#streak = tookMs < LONG_CALL_MS ? this.#streak + 1 : 0;
    const depth = this.#streak < STREAK ? 1 : fitting(this.#depth, this.#meanMs);
    if (depth === this.#depth) return undefined;
    this.#depth = depth;
    return depth;
  }
}

/** A power of two; it changes when it is off by half, not with each call. */
function fitting(depth: number, meanMs: number): number {
  let fits = depth;
  while (fits > 1 && fits * meanMs > 1.5 * PIPELINE_MS) fits /= 2;
  while (fits < MAX_PIPELINE_DEPTH && 2 * fits * meanMs <= PIPELINE_MS) fits *= 2;
  return fits;
}
