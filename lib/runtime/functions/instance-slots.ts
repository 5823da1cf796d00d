import type { FunctionVersion } from '../ports';

/** The version that a slot is for. */
export type SlotVersion = Pick<FunctionVersion, 'key' | 'maxInstances'>;

/** What the engine is told about its slots. */
export interface SlotListener {
  /** There is a slot for an instance now. */
  readonly granted: (key: string) => void;
  /** Another process needs one: an idle instance ends, or with `must` the next one that has no calls. */
  readonly reclaimed: (key: string, must: boolean) => void;
}

/** Where instances of a function are counted: each takes a slot before its process starts, and gives it back when it is gone. */
export interface InstanceSlots {
  /** Whether there is one; if not, it is wanted, and `granted` tells when to ask again. */
  readonly take: (version: SlotVersion) => boolean;
  readonly give: (key: string) => void;
  readonly listen: (listener: SlotListener) => void;
}

/** For an engine that is the only one: its pools count for themselves. */
export const OWN_SLOTS: InstanceSlots = { take: () => true, give: () => undefined, listen: () => undefined };
