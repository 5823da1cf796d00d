import type { BlankProcess } from './blank-process';

/** Time for the instance that took the spare to load, before another process takes its share of the processor. */
const REFILL_AFTER_MS = 100;
/** Memory sizes with a spare at the most: each is a process of 40 MB. */
const MAX_SIZES = 4;

/**
 * One started process per memory size that waits for a function: a cold start or a replacement takes it and has no process
 * to start. A spare that dies is replaced with the next one that is asked for, so one that cannot live starts no loop.
 */
export class SpareProcesses {
  readonly #start: (memoryMiB: number) => Promise<BlankProcess>;
  readonly #spares = new Map<number, BlankProcess>();
  readonly #starting = new Map<number, Promise<void>>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #wanted: ReadonlySet<number> = new Set();

  public constructor(start: (memoryMiB: number) => Promise<BlankProcess>) {
    this.#start = start;
  }

  /** Sees to it that these sizes have a spare and others none; the first ones when there are too many. */
  public want(sizesMiB: ReadonlySet<number>): void {
    this.#wanted = new Set([...sizesMiB].slice(0, MAX_SIZES));
    for (const [size, spare] of this.#spares) {
      if (!this.#wanted.has(size)) spare.kill();
    }
    for (const size of this.#wanted) this.#fill(size);
  }

  /** The spare of a size, if there is one; it is no longer a spare then, and another is started. */
  public take(memoryMiB: number): BlankProcess | undefined {
    const spare = this.#spares.get(memoryMiB);
    this.#spares.delete(memoryMiB);
    if (this.#wanted.has(memoryMiB) && !this.#timers.has(memoryMiB)) {
      const timer = setTimeout(() => {
        this.#timers.delete(memoryMiB);
        this.#fill(memoryMiB);
      }, REFILL_AFTER_MS);
      this.#timers.set(memoryMiB, timer.unref());
    }
    return spare;
  }

  /** Ends all; resolves when those that are being started are ended as well, and no further one is started. */
  public async close(): Promise<void> {
    this.want(new Set());
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#starting.values());
  }

  #fill(size: number): void {
    if (!this.#wanted.has(size) || this.#spares.has(size) || this.#starting.has(size)) return;
    // one that cannot be started is not missed: an instance is then started as if there were no spares
    const started = this.#start(size).then((spare) => this.#keep(size, spare), () => undefined).finally(() => this.#starting.delete(size));
    this.#starting.set(size, started);
  }

  #keep(size: number, spare: BlankProcess): void {
    if (!this.#wanted.has(size)) {
      spare.kill();
      return;
    }
    this.#spares.set(size, spare);
    const forget = () => {
      if (this.#spares.get(size) === spare) this.#spares.delete(size);
    };
    spare.child.once('exit', forget).once('error', forget);
  }
}
