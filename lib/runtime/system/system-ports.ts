import { randomFillSync, randomUUID } from 'node:crypto';
import type { Log, SystemPorts } from '../ports';

/** Clocks that a test or a simulation puts in place of the system's. */
export interface Clocks {
  readonly now?: () => number;
  /** Default: `now` where that is given, so that one clock moves everything. */
  readonly monotonicNow?: () => number;
}

/** The ports of a real process. */
export function systemPorts(log: Log, { now, monotonicNow = now ?? (() => performance.now()) }: Clocks = {}): SystemPorts {
  return {
    now: now ?? Date.now,
    monotonicNow,
    newId: randomUUID,
    randomHex: createRandomHex(),
    log,
  };
}

/** Asking the system for randomness once per id took 3 % of a request; a block of it serves some hundred. */
const BLOCK_BYTES = 8192;

function createRandomHex(): (length: number) => string {
  const block = Buffer.alloc(BLOCK_BYTES);
  let used = BLOCK_BYTES;
  return (length) => {
    const bytes = Math.ceil(length / 2);
    if (used + bytes > BLOCK_BYTES) {
      randomFillSync(block);
      used = 0;
    }
    used += bytes;
    return block.toString('hex', used - bytes, used).slice(0, length);
  };
}
