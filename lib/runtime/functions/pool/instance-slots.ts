import type { FunctionVersion } from '../../ports';

export type SlotVersion = Pick<FunctionVersion, 'key' | 'maxInstances'>;

export interface SlotListener {
  /** A slot for an instance is available. */
  readonly granted: (key: string) => void;
  /** Another process needs one: an idle instance should end, or, with `must`, the next one without calls. */
  readonly reclaimed: (key: string, must: boolean) => void;
}

/** Counts instances of functions: each takes a slot before its process starts and returns it when the process is gone. */
export interface InstanceSlots {
  /** Whether one is available; if not, it is requested, and `granted` says when to ask again. */
  readonly take: (version: SlotVersion) => boolean;
  readonly give: (key: string) => void;
  readonly listen: (listener: SlotListener) => void;
}

/** For a single engine, whose pools count themselves. */
export const OWN_SLOTS: InstanceSlots = { take: () => true, give: () => undefined, listen: () => undefined };
