import type { FunctionVersion } from '../ports';

/** The version that a place is for. */
export type PlacedVersion = Pick<FunctionVersion, 'key' | 'maxInstances'>;

/** What the engine is told about its places. */
export interface PlaceListener {
  /** There is a place for an instance now. */
  readonly granted: (key: string) => void;
  /** Another process needs one: an idle instance ends, or with `must` the next one that has no calls. */
  readonly reclaimed: (key: string, must: boolean) => void;
}

/** Where instances of a function are counted: each takes a place before its process starts, and gives it back when it is gone. */
export interface InstancePlaces {
  /** Whether there is one; if not, it is wanted, and `granted` tells when to ask again. */
  readonly take: (version: PlacedVersion) => boolean;
  readonly give: (key: string) => void;
  readonly listen: (listener: PlaceListener) => void;
}

/** For an engine that is the only one: its pools count for themselves. */
export const OWN_PLACES: InstancePlaces = { take: () => true, give: () => undefined, listen: () => undefined };
