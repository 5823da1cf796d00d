import { createHash } from 'node:crypto';

/** A program that runs in the store, atomically. */
export interface Script {
  readonly text: string;
  /** By which the store knows it; undefined for one that is run rarely, and sent each time. */
  readonly sha1: string | undefined;
}

export function script(text: string): Script {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

/** A script that is sent with each call, so that none overtakes it while the store learns it. */
export function rareScript(text: string): Script {
  return { text, sha1: undefined };
}

/* Scripts run on Redis 7.0 and on Valkey. */

/** Sets `now` to the time of the store in microseconds, an integer; ARGV[1] is one for tests, otherwise empty. */
export const TIME = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
`;
