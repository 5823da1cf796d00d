import type { InstancePlaces, PlacedVersion, PlaceListener } from '../functions/places';

/** A place that is not there is asked for again after this long. */
const ASK_AGAIN_MS = 100;

/** The ledger, near or far. */
export interface PlaceSource {
  /** Whether there is a place at once; else it may be granted later. */
  readonly want: (version: PlacedVersion) => boolean;
  readonly give: (key: string) => void;
}

/** The places of one process, and where the ledger tells it of grants. */
export interface GrantedPlaces extends InstancePlaces, PlaceListener {}

/** Opens the places of a process of which a ledger keeps the count. */
export function openGrantedPlaces({ want, give }: PlaceSource): GrantedPlaces {
  const spare = new Map<string, number>();
  const askedAt = new Map<string, number>();
  let listener: PlaceListener | undefined;
  const useSpare = (key: string): boolean => {
    const count = spare.get(key) ?? 0;
    if (count > 1) spare.set(key, count - 1);
    else spare.delete(key);
    return count > 0;
  };
  return {
    take: ({ key, maxInstances }) => {
      if (useSpare(key)) return true;
      const now = performance.now();
      if (now - (askedAt.get(key) ?? -Infinity) < ASK_AGAIN_MS) return false;
      const isThere = want({ key, maxInstances });
      if (!isThere) askedAt.set(key, now);
      return isThere;
    },
    give,
    listen: (given) => {
      listener = given;
    },
    granted: (key) => {
      askedAt.delete(key);
      spare.set(key, (spare.get(key) ?? 0) + 1);
      listener?.granted(key);
      // what waited for it may have been answered in the meantime
      while (useSpare(key)) give(key);
    },
    reclaimed: (key, must) => listener?.reclaimed(key, must),
  };
}
