import type { ProcessShape, UnassignedProcess } from './unassigned-process';

/** How long the instance that took the prewarmed process may load before another process competes for the processor. */
const REFILL_AFTER_MS = 100;
/** Maximum number of prewarmed processes, one per shape: one of Node takes 44 MB. */
const MAX_SHAPES = 4;

/** One started process per shape that waits for a function. One that dies is replaced only at the next request, so none starts a loop. */
export class PrewarmedProcesses {
  /** By the key of their shape, like all others. */
  readonly #prewarmed = new Map<string, UnassignedProcess>();
  readonly #starting = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #wanted: ReadonlyMap<string, ProcessShape> = new Map();

  public constructor(private readonly start: (shape: ProcessShape) => Promise<UnassignedProcess>) {}

  /** Keeps one for each of these shapes and none for others; only for the first ones if there are too many. */
  public want(shapes: readonly ProcessShape[]): void {
    this.#wanted = new Map([...new Map(shapes.map((shape) => [keyOf(shape), shape]))].slice(0, MAX_SHAPES));
    for (const [key, prewarmed] of this.#prewarmed) {
      if (this.#wanted.has(key)) continue;
      // at once: one that is ending serves no one, and keeps another from being started
      this.#prewarmed.delete(key);
      prewarmed.kill();
    }
    for (const key of this.#wanted.keys()) this.#fill(key);
  }

  /** Resolves when none is being started. */
  public async started(): Promise<void> {
    await Promise.all(this.#starting.values());
  }

  /** Takes the prewarmed process of a shape, if there is one or one is being started, and starts another. */
  public async take(shape: ProcessShape): Promise<UnassignedProcess | undefined> {
    const key = keyOf(shape);
    await this.#starting.get(key);
    const prewarmed = this.#prewarmed.get(key);
    this.#prewarmed.delete(key);
    if (this.#wanted.has(key) && !this.#timers.has(key)) {
      const timer = setTimeout(() => {
        this.#timers.delete(key);
        this.#fill(key);
      }, REFILL_AFTER_MS);
      this.#timers.set(key, timer.unref());
    }
    return prewarmed;
  }

  /** Ends all, including those being started; no more are started. */
  public async close(): Promise<void> {
    this.want([]);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.started();
  }

  #fill(key: string): void {
    const shape = this.#wanted.get(key);
    if (shape === undefined || this.#prewarmed.has(key) || this.#starting.has(key)) return;
    // a failed start does no harm: instances are then started without prewarming
    const started = this.start(shape)
      .then((process) => this.#keep(key, process), () => undefined)
      .finally(() => this.#starting.delete(key));
    this.#starting.set(key, started);
  }

  #keep(key: string, prewarmed: UnassignedProcess): void {
    if (!this.#wanted.has(key)) {
      prewarmed.kill();
      return;
    }
    this.#prewarmed.set(key, prewarmed);
    const forget = () => {
      if (this.#prewarmed.get(key) === prewarmed) this.#prewarmed.delete(key);
    };
    prewarmed.child.once('exit', forget).once('error', forget);
  }
}

function keyOf({ interpreter, memoryMiB, variables }: ProcessShape): string {
  return `${memoryMiB} ${interpreter.user?.uid ?? ''} ${interpreter.executable} ${JSON.stringify(variables)}`;
}
