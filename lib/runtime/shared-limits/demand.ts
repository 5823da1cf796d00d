/** The time in which requests are counted. */
const SLOT_MS = 100;

/** How many requests come in 100 ms, by those of the present slot and of the one before. */
export class Demand {
  #slot = -Infinity;
  #inSlot = 0;
  #before = 0;

  public note(now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    if (slot !== this.#slot) {
      this.#before = slot === this.#slot + 1 ? this.#inSlot : 0;
      this.#inSlot = 0;
      this.#slot = slot;
    }
    this.#inSlot += 1;
  }

  public of(now: number): number {
    return Math.floor(now / SLOT_MS) - this.#slot <= 1 ? Math.max(this.#before, this.#inSlot) : 0;
  }
}
