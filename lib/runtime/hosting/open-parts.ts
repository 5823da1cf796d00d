/** A part that holds something open. */
interface Part {
  readonly close: (graceMs: number) => unknown;
}

/** The open parts of a gateway: entrances are closed first, all at once; then what is behind them, the last opened first. */
export class OpenParts {
  readonly #entrances: Part[] = [];
  readonly #parts: Part[] = [];

  /** Returns a part that accepts requests. */
  public entrance<P extends Part>(part: P): P {
    this.#entrances.push(part);
    return part;
  }

  /** Returns a part that entrances and later parts use. */
  public part<P extends Part>(part: P): P {
    this.#parts.push(part);
    return part;
  }

  /** Closes every part, also after one that fails to close. @throws the first failure */
  public async close(graceMs: number): Promise<void> {
    const closed = await Promise.allSettled(this.#entrances.splice(0).map(async (part) => part.close(graceMs)));
    for (const part of this.#parts.splice(0).reverse()) closed.push(...await Promise.allSettled([(async () => part.close(graceMs))()]));
    for (const each of closed) if (each.status === 'rejected') throw each.reason;
  }
}
