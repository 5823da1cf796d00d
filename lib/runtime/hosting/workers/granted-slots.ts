import type { InstanceSlots, SlotVersion, SlotListener } from '../../functions/pool/instance-slots';

const REQUEST_AGAIN_MS = 100;

/** The allocator, near or far. */
export interface SlotSource {
  /** Whether there is a slot at once; else it may be granted later. */
  readonly want: (version: SlotVersion) => boolean;
  readonly give: (key: string) => void;
}

export interface GrantedSlots extends InstanceSlots, SlotListener {}

export function openGrantedSlots({ want, give }: SlotSource): GrantedSlots {
  const unused = new Map<string, number>();
  const requestedAt = new Map<string, number>();
  let listener: SlotListener | undefined;
  const takeUnused = (key: string): boolean => {
    const count = unused.get(key) ?? 0;
    if (count > 1) unused.set(key, count - 1);
    else unused.delete(key);
    return count > 0;
  };
  return {
    take: ({ key, maxInstances }) => {
      if (takeUnused(key)) return true;
      const now = performance.now();
      if (now - (requestedAt.get(key) ?? -Infinity) < REQUEST_AGAIN_MS) return false;
      const isThere = want({ key, maxInstances });
      if (!isThere) requestedAt.set(key, now);
      return isThere;
    },
    give,
    listen: (given) => {
      listener = given;
    },
    granted: (key) => {
      requestedAt.delete(key);
      unused.set(key, (unused.get(key) ?? 0) + 1);
      listener?.granted(key);
      // the waiting call may have been answered in the meantime
      while (takeUnused(key)) give(key);
    },
    reclaimed: (key, must) => listener?.reclaimed(key, must),
  };
}
