/** Files that were saved; undefined stands for all. */
export type Saved = ReadonlySet<string> | undefined;

/** Runs one build at a time: what is saved during one is the next, also if that one fails. */
export class BuildQueue {
  #last: Promise<void> = Promise.resolve();
  #waiting: { readonly saved: Saved } | undefined;

  public constructor(private readonly build: (saved: Saved) => Promise<void>) {}

  /** Resolves when no build runs or waits. */
  public get idle(): Promise<void> {
    return this.#last;
  }

  /** Waits for the first build, which is not in the queue, however it ends. */
  public begin(first: Promise<void>): void {
    this.#last = first.catch(() => undefined);
  }

  /** @returns resolves after the build that has these files */
  public add(saved: Saved): Promise<void> {
    if (this.#waiting !== undefined) {
      this.#waiting = { saved: together(this.#waiting.saved, saved) };
      return this.#last;
    }
    this.#waiting = { saved };
    const next = (): Promise<void> => {
      const all = this.#waiting?.saved;
      this.#waiting = undefined;
      return this.build(all);
    };
    this.#last = this.#last.then(next, next);
    return this.#last;
  }
}

function together(before: Saved, now: Saved): Saved {
  return before === undefined || now === undefined ? undefined : new Set([...before, ...now]);
}
