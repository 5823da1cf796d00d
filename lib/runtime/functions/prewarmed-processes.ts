import type { UnassignedProcess } from './unassigned-process';

/** Time for the instance that took the prewarmed process to load, before another process takes its share of the processor. */
const REFILL_AFTER_MS = 100;
/** Memory sizes with a prewarmed process at the most: each is a process of 40 MB. */
const MAX_SIZES = 4;

/**
 * One started process per memory size that waits for a function: a cold start or a replacement takes it and has no process
 * to start. A prewarmed process that dies is replaced with the next one that is asked for, so one that cannot live starts no loop.
 */
export class PrewarmedProcesses {
  readonly #start: (memoryMiB: number) => Promise<UnassignedProcess>;
  readonly #prewarmed = new Map<number, UnassignedProcess>();
  readonly #starting = new Map<number, Promise<void>>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #wanted: ReadonlySet<number> = new Set();

  public constructor(start: (memoryMiB: number) => Promise<UnassignedProcess>) {
    this.#start = start;
  }

  /** Sees to it that these sizes have one and others none; the first ones when there are too many. */
  public want(sizesMiB: ReadonlySet<number>): void {
    this.#wanted = new Set([...sizesMiB].slice(0, MAX_SIZES));
    for (const [size, prewarmed] of this.#prewarmed) {
      if (!this.#wanted.has(size)) prewarmed.kill();
    }
    for (const size of this.#wanted) this.#fill(size);
  }

  /** The prewarmed process of a size, if there is one; it is handed out then, and another is started. */
  public take(memoryMiB: number): UnassignedProcess | undefined {
    const prewarmed = this.#prewarmed.get(memoryMiB);
    this.#prewarmed.delete(memoryMiB);
    if (this.#wanted.has(memoryMiB) && !this.#timers.has(memoryMiB)) {
      const timer = setTimeout(() => {
        this.#timers.delete(memoryMiB);
        this.#fill(memoryMiB);
      }, REFILL_AFTER_MS);
      this.#timers.set(memoryMiB, timer.unref());
    }
    return prewarmed;
  }

  /** Ends all; resolves when those that are being started are ended as well, and no further one is started. */
  public async close(): Promise<void> {
    this.want(new Set());
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#starting.values());
  }

  #fill(size: number): void {
    if (!this.#wanted.has(size) || this.#prewarmed.has(size) || this.#starting.has(size)) return;
    // one that cannot be started is not missed: an instance is then started as if none were prewarmed
    const started = this.#start(size)
      .then((process) => this.#keep(size, process), () => undefined)
      .finally(() => this.#starting.delete(size));
    this.#starting.set(size, started);
  }

  #keep(size: number, prewarmed: UnassignedProcess): void {
    if (!this.#wanted.has(size)) {
      prewarmed.kill();
      return;
    }
    this.#prewarmed.set(size, prewarmed);
    const forget = () => {
      if (this.#prewarmed.get(size) === prewarmed) this.#prewarmed.delete(size);
    };
    prewarmed.child.once('exit', forget).once('error', forget);
  }
}
