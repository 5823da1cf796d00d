interface Part {
  readonly close: (graceMs: number) => unknown;
}

/** The open parts of a gateway: entrances are closed first, all at once; then what is behind them, the last opened first. */
export class OpenParts {
  readonly #entrances: Part[] = [];
  readonly #parts: Part[] = [];

  public entrance<P extends Part>(part: P): P {
    this.#entrances.push(part);
    return part;
  }

  public part<P extends Part>(part: P): P {
    this.#parts.push(part);
    return part;
  }

  /** Closes every part within one time, also after one that fails to close. @throws the first failure */
  public async close(graceMs: number): Promise<void> {
    const endMs = performance.now() + graceMs;
    const failures: unknown[] = [];
    const end = async (part: Part): Promise<void> => {
      try {
        await part.close(Math.max(0, endMs - performance.now()));
      } catch (error) {
        failures.push(error);
      }
    };
    await Promise.all(this.#entrances.splice(0).map(end));
    for (const part of this.#parts.splice(0).reverse()) await end(part);
    if (failures.length > 0) throw failures[0];
  }
}
