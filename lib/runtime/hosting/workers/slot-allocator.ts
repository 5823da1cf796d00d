import type { SlotVersion, SlotListener } from '../../functions/pool/instance-slots';

/** A process that holds this many more instances than the one in need gives one up even if it is busy. */
const UNEVEN = 2;

interface SlotCount {
  max: number;
  /** Instances by process. */
  readonly held: Map<number, number>;
  /** Processes that need one more, first come first served. */
  readonly waiting: Set<number>;
}

/**
 * Counts the instances of each function over all processes of a gateway: never more than `maxInstances` run at the same
 * time. If all are taken, a process in need gets an idle one of another process, or one of the process that has the most.
 */
export class SlotAllocator {
  readonly #versions = new Map<string, SlotCount>();
  readonly #listeners = new Map<number, SlotListener>();

  public join(process: number, listener: SlotListener): void {
    this.#listeners.set(process, listener);
  }

  /** Takes a slot, or waits for one, which `granted` then reports. @returns whether it was taken immediately */
  public want(process: number, { key, maxInstances }: SlotVersion): boolean {
    const slots = this.#versions.get(key) ?? { max: maxInstances, held: new Map<number, number>(), waiting: new Set<number>() };
    this.#versions.set(key, slots);
    if (sumOf(slots) < slots.max) {
      slots.held.set(process, (slots.held.get(process) ?? 0) + 1);
      return true;
    }
    slots.waiting.add(process);
    this.#reclaim(key, slots, process);
    return false;
  }

  public give(process: number, key: string): void {
    const slots = this.#versions.get(key);
    if (slots === undefined) return;
    const left = (slots.held.get(process) ?? 0) - 1;
    if (left > 0) slots.held.set(process, left);
    else slots.held.delete(process);
    this.#serve(key, slots);
  }

  /** The process and all its instances are gone. */
  public lost(process: number): void {
    this.#listeners.delete(process);
    for (const [key, slots] of this.#versions) {
      slots.held.delete(process);
      slots.waiting.delete(process);
      this.#serve(key, slots);
    }
  }

  /** Instances that are running or may be starting. */
  public count(key: string): number {
    const slots = this.#versions.get(key);
    return slots === undefined ? 0 : sumOf(slots);
  }

  #serve(key: string, slots: SlotCount): void {
    for (const process of slots.waiting) {
      if (sumOf(slots) >= slots.max) return;
      slots.waiting.delete(process);
      slots.held.set(process, (slots.held.get(process) ?? 0) + 1);
      this.#listeners.get(process)?.granted(key);
    }
    if (slots.held.size === 0 && slots.waiting.size === 0) this.#versions.delete(key);
  }

  #reclaim(key: string, { held }: SlotCount, process: number): void {
    const own = held.get(process) ?? 0;
    const largestFirst = [...held].filter(([other]) => other !== process).sort(([, left], [, right]) => right - left);
    largestFirst.forEach(([other, count], index) => {
      this.#listeners.get(other)?.reclaimed(key, index === 0 && count - own >= UNEVEN);
    });
  }
}

function sumOf({ held }: SlotCount): number {
  let sum = 0;
  for (const count of held.values()) sum += count;
  return sum;
}
