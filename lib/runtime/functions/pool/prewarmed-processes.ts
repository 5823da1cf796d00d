import type { UnassignedProcess } from './unassigned-process';

/** How long the instance that took the prewarmed process may load before another process competes for the processor. */
const REFILL_AFTER_MS = 100;
/** Maximum number of prewarmed processes, one per memory size: each takes 44 MB. */
const MAX_SIZES = 4;

/**
 * One started process per memory size that waits for a function: a cold start or a replacement takes it instead of starting
 * a process. A prewarmed process that dies is replaced only at the next request for one, so a failing one does not start a
 * loop.
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

  /** Keeps one for each of these sizes and none for others; only for the first ones if there are too many. */
  public want(sizesMiB: ReadonlySet<number>): void {
    this.#wanted = new Set([...sizesMiB].slice(0, MAX_SIZES));
    for (const [size, prewarmed] of this.#prewarmed) {
      if (this.#wanted.has(size)) continue;
      // at once: one that is ending serves no one, and keeps another from being started
      this.#prewarmed.delete(size);
      prewarmed.kill();
    }
    for (const size of this.#wanted) this.#fill(size);
  }

  /** Resolves when none is being started. */
  public async started(): Promise<void> {
    await Promise.all(this.#starting.values());
  }

  /** Takes the prewarmed process of a size, if there is one or one is being started, and starts another. */
  public async take(memoryMiB: number): Promise<UnassignedProcess | undefined> {
    await this.#starting.get(memoryMiB);
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

  /** Ends all, including those being started; no more are started. */
  public async close(): Promise<void> {
    this.want(new Set());
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.started();
  }

  #fill(size: number): void {
    if (!this.#wanted.has(size) || this.#prewarmed.has(size) || this.#starting.has(size)) return;
    // a failed start does no harm: instances are then started without prewarming
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
