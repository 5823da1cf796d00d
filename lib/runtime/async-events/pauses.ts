/** Waits that can be ended together. */
export class Pauses {
  readonly #ends = new Set<() => void>();
  #hasEnded = false;

  public wait(durationMs: number): Promise<void> {
    if (durationMs === 0 || this.#hasEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, durationMs);
      this.#ends.add(end);
    });
  }

  /** Ends all waits; further ones end at once. */
  public end(): void {
    this.#hasEnded = true;
    for (const end of this.#ends) end();
  }
}
