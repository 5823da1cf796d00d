import type { PlacedVersion, PlaceListener } from '../functions/places';

/** A process that holds this many more instances than one that needs one gives one up even when it is busy. */
const UNEVEN = 2;

interface Places {
  max: number;
  /** Instances by process. */
  readonly held: Map<number, number>;
  /** Processes that need one more, first come first served. */
  readonly waiting: Set<number>;
}

/**
 * Counts the instances of each function over all processes of a gateway: never more than `maxInstances` run at the same
 * time. Who needs one when all are taken gets one that is idle elsewhere, or one of the process that has the most.
 */
export class InstanceLedger {
  readonly #versions = new Map<string, Places>();
  readonly #listeners = new Map<number, PlaceListener>();

  /** A process that may hold places. */
  public join(process: number, listener: PlaceListener): void {
    this.#listeners.set(process, listener);
  }

  /** Takes a place, or waits for one: then `granted` tells that it was taken. @returns whether it was taken at once */
  public want(process: number, { key, maxInstances }: PlacedVersion): boolean {
    const places = this.#versions.get(key) ?? { max: maxInstances, held: new Map<number, number>(), waiting: new Set<number>() };
    this.#versions.set(key, places);
    if (sumOf(places) < places.max) {
      places.held.set(process, (places.held.get(process) ?? 0) + 1);
      return true;
    }
    places.waiting.add(process);
    this.#reclaim(key, places, process);
    return false;
  }

  public give(process: number, key: string): void {
    const places = this.#versions.get(key);
    if (places === undefined) return;
    const left = (places.held.get(process) ?? 0) - 1;
    if (left > 0) places.held.set(process, left);
    else places.held.delete(process);
    this.#serve(key, places);
  }

  /** The process and all its instances are gone. */
  public lost(process: number): void {
    this.#listeners.delete(process);
    for (const [key, places] of this.#versions) {
      places.held.delete(process);
      places.waiting.delete(process);
      this.#serve(key, places);
    }
  }

  /** Instances that run, or may be starting. */
  public count(key: string): number {
    const places = this.#versions.get(key);
    return places === undefined ? 0 : sumOf(places);
  }

  #serve(key: string, places: Places): void {
    for (const process of places.waiting) {
      if (sumOf(places) >= places.max) return;
      places.waiting.delete(process);
      places.held.set(process, (places.held.get(process) ?? 0) + 1);
      this.#listeners.get(process)?.granted(key);
    }
    if (places.held.size === 0 && places.waiting.size === 0) this.#versions.delete(key);
  }

  #reclaim(key: string, { held }: Places, process: number): void {
    const own = held.get(process) ?? 0;
    const others = [...held].filter(([other]) => other !== process).sort(([, left], [, right]) => right - left);
    others.forEach(([other, count], index) => {
      this.#listeners.get(other)?.reclaimed(key, index === 0 && count - own >= UNEVEN);
    });
  }
}

function sumOf({ held }: Places): number {
  let sum = 0;
  for (const count of held.values()) sum += count;
  return sum;
}
