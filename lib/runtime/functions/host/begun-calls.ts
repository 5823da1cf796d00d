/** The nonces of the calls that were begun and not answered yet. Nearly always it is one: a set would hash each nonce three times. */
export class BegunCalls {
  #one: string | undefined;
  readonly #others = new Set<string>();

  public add(nonce: string): void {
    if (this.#one === undefined) this.#one = nonce;
    else this.#others.add(nonce);
  }

  public has(nonce: string): boolean {
    return nonce === this.#one || (this.#others.size > 0 && this.#others.has(nonce));
  }

  /** @returns whether it was there */
  public delete(nonce: string): boolean {
    if (nonce !== this.#one) return this.#others.size > 0 && this.#others.delete(nonce);
    this.#one = undefined;
    return true;
  }

  public all(): readonly string[] {
    return this.#one === undefined ? [...this.#others] : [this.#one, ...this.#others];
  }
}
