import { rareScript, type Script, script, TIME } from '../store/script';
import { StoreFailure, type StoreConnection } from '../store/store-connection';
import { AWAY, type EntryCall, type EntryStore, type KeptEntry } from './entry-store';

/*
 * A place is a hash of texts by key, with their total in its field `bytes`, and a sorted set of the keys by the time at which they expire.
 * KEYS are these two; ARGV[1] is a time for tests.
 */

/** Removes an entry. It counts its key and text, and 128 bytes for the rest. */
const DROP_ONE = `
local function drop(key)
  local bytes = redis.call('HSTRLEN', KEYS[1], key)
  if bytes > 0 then
    redis.call('HDEL', KEYS[1], key)
    redis.call('HINCRBY', KEYS[1], 'bytes', -(bytes + #key + 128))
  end
  redis.call('ZREM', KEYS[2], key)
end
`;

/** Finds an entry. ARGV[2]: its key. Replies 1, the ms that are left of it and its text, or 0. */
const FIND = script(`${TIME}
local ends = redis.call('ZSCORE', KEYS[2], ARGV[2])
if not ends or tonumber(ends) <= now then return {0} end
local text = redis.call('HGET', KEYS[1], ARGV[2])
if not text then return {0} end
return {1, math.floor((ends - now) / 1000), text}
`);

/**
 * Keeps an entry. ARGV: time, key, text, ms to keep it, most bytes of the place. Those that have expired go first, then those that expire
 * next: at most a thousand for one, so that no call takes long. The place itself expires with its last entry.
 */
const KEEP = script(`${TIME}${DROP_ONE}
local key, life, most = ARGV[2], tonumber(ARGV[4]), tonumber(ARGV[5])
drop(key)
local size = #ARGV[3] + #key + 128
if size > most then return {0} end
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now), 'LIMIT', 0, 100)) do drop(old) end
for _ = 1, 1000 do
  if tonumber(redis.call('HGET', KEYS[1], 'bytes') or 0) + size <= most then break end
  local first = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
  if not first then break end
  drop(first)
end
if tonumber(redis.call('HGET', KEYS[1], 'bytes') or 0) + size > most then return {0} end
redis.call('HSET', KEYS[1], key, ARGV[3])
redis.call('HINCRBY', KEYS[1], 'bytes', size)
redis.call('ZADD', KEYS[2], string.format('%.0f', now + life * 1000), key)
for at = 1, 2 do
  if redis.call('PTTL', KEYS[at]) < life then redis.call('PEXPIRE', KEYS[at], life) end
end
return {1}
`);

/** Drops entries. ARGV: time, keys. */
const DROP = script(`${DROP_ONE}
for at = 2, #ARGV do drop(ARGV[at]) end
return {1}
`);

/** Drops all entries of a place. */
const CLEAR = rareScript(`
return {redis.call('DEL', KEYS[1], KEYS[2])}
`);

type Of<Type extends EntryCall['type']> = Extract<EntryCall, { readonly type: Type }>;

interface CallOf<Call extends EntryCall> {
  readonly script: Script;
  readonly values: (call: Call) => readonly string[];
}

const CALLS: { readonly [Type in EntryCall['type']]: CallOf<Of<Type>> } = {
  find: { script: FIND, values: ({ key }) => [key] },
  keep: { script: KEEP, values: ({ place, key, entry }) => [key, entry.text, String(Math.ceil(entry.leftMs)), String(place.maxBytes)] },
  drop: { script: DROP, values: ({ keys }) => keys },
  clear: { script: CLEAR, values: () => [] },
};

/** Entries in a store. @param time - clock of tests, in ms, instead of the store's */
export function storeEntries(connection: Pick<StoreConnection, 'run'>, time?: () => number): EntryStore {
  return async (call) => {
    const { script, values } = CALLS[call.type] as CallOf<EntryCall>; // the row of this very type
    const { name } = call.place;
    const now = time === undefined ? '' : String(Math.round(time() * 1_000));
    try {
      const reply = await connection.run(script, [`${name}:entries`, `${name}:ends`], [now, ...values(call)]);
      return { isThere: true, entry: call.type === 'find' ? readEntry(reply) : undefined };
    } catch (error) {
      if (error instanceof StoreFailure) return AWAY;
      throw error;
    }
  };
}

/** Reads a reply; a text of another program is no entry. */
function readEntry([found, leftMs, text]: readonly unknown[]): KeptEntry | undefined {
  return Number(found) === 1 && typeof text === 'string' && Number(leftMs) > 0 ? { text, leftMs: Number(leftMs) } : undefined;
}
