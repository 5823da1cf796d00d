import type { FunctionInstance } from '../process/instance';

/** The instances of one version of a function that are processes, and the choice among them. */
export class Instances {
  #all: readonly FunctionInstance[] = [];
  /** The instance of a fast function that was chosen last. */
  #busiest: FunctionInstance | undefined;
  /** Instances that take no more calls because their slots are needed elsewhere. */
  readonly #retiring = new Set<FunctionInstance>();

  /** @param concurrency - calls that an instance runs at the same time; it takes more if it answers fast */
  public constructor(private readonly concurrency: number) {}

  public get all(): readonly FunctionInstance[] {
    return this.#all;
  }

  public get isRetiring(): boolean {
    return this.#retiring.size > 0;
  }

  public add(instance: FunctionInstance): void {
    this.#all = [...this.#all, instance];
  }

  public remove(instance: FunctionInstance): void {
    this.#all = this.#all.filter((each) => each !== instance);
    this.#retiring.delete(instance);
    if (this.#busiest === instance) this.#busiest = undefined;
  }

  public retireLeast(): void {
    const [least] = this.#all.filter(({ isReady }) => isReady).sort((left, right) => left.runningCount - right.runningCount);
    if (least !== undefined) this.#retiring.add(least);
  }

  public hasRetired(instance: FunctionInstance): boolean {
    return this.#retiring.size > 0 && this.#retiring.has(instance);
  }

  /**
   * For a fast function, the busiest instance that is not full: the more calls wait together, the less each costs.
   * Otherwise an idle one, or the one with the fewest calls that has capacity.
   *
   * Hot path: the busiest of a fast function is nearly always the one that took the call before.
   */
  public choose(now: number): FunctionInstance | undefined {
    const last = this.#busiest;
    if (last !== undefined && last.runningCount > 0 && this.#spareCapacity(last, now) > this.concurrency) return last;
    let best: FunctionInstance | undefined;
    let deepest: FunctionInstance | undefined;
    for (const instance of this.#all) {
      const { runningCount } = instance;
      const capacity = this.#spareCapacity(instance, now);
      if (capacity === 0) continue;
      if (capacity > this.concurrency) {
        if (deepest === undefined || runningCount > deepest.runningCount) deepest = instance;
      } else if (best === undefined || runningCount < best.runningCount) {
        best = instance;
      }
    }
    this.#busiest = deepest;
    return deepest ?? best;
  }

  /** The capacity of an instance; 0 if it can take no more calls. */
  #spareCapacity(instance: FunctionInstance, now: number): number {
    if (!instance.isReady || this.hasRetired(instance)) return 0;
    const capacity = instance.capacityAt(now);
    return instance.runningCount < capacity ? capacity : 0;
  }
}
