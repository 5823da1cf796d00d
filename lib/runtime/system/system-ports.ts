import { randomFillSync } from 'node:crypto';
import type { Log, SystemPorts } from '../ports';

/** Clocks that a test or a simulation puts in place of the system's. */
export interface Clocks {
  readonly now?: () => number;
  /** Default: `now` where that is given, so that one clock moves everything. */
  readonly monotonicNow?: () => number;
}

/** The ports of a real process. */
export function systemPorts(log: Log, { now, monotonicNow = now ?? (() => performance.now()) }: Clocks = {}): SystemPorts {
  const randomHex = createRandomHex();
  return {
    now: now ?? Date.now,
    monotonicNow,
    newId: () => uuidOf(randomHex(32)),
    randomHex,
    log,
  };
}

/** A UUID of version 4: 122 of the bits are random. */
function uuidOf(hex: string): string {
  const variant = '89ab'[parseInt(hex.charAt(16), 16) & 3] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
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
