import { randomFillSync, randomUUID } from 'node:crypto';
import type { Log, SystemPorts } from '../ports';

/** Clocks that a test or a simulation uses instead of the system's. */
export interface Clocks {
  readonly now?: () => number;
  /** Default: `now` if given, so that one clock drives everything. */
  readonly monotonicNow?: () => number;
}

export function systemPorts(log: Log, { now, monotonicNow = now ?? (() => performance.now()) }: Clocks = {}): SystemPorts {
  const random = createRandom();
  return {
    now: now ?? Date.now,
    monotonicNow,
    newId: () => randomUUID(),
    randomHex: (length) => random(Math.ceil(length / 2), 'hex').slice(0, length),
    randomBase64: (bytes) => random(bytes, 'base64url') + '='.repeat((3 - (bytes % 3)) % 3),
    log,
  };
}

/** Random bytes from the system, which costs microseconds each time, for some hundred ids. */
const POOL_BYTES = 8_192;

/** Returns random bytes as a text. @throws RangeError for more than a pool has */
function createRandom(): (bytes: number, encoding: 'hex' | 'base64url') => string {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (bytes, encoding) => {
    if (bytes > POOL_BYTES) throw new RangeError(`at most ${POOL_BYTES} random bytes at a time, not ${bytes}`);
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString(encoding, used - bytes, used);
  };
}
