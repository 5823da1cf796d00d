import { script } from '../store/script';

/*
 * The stages of an account and region are one hash: `["Api","stage"]` → `version text`, with `counter`, the highest version, and
 * `revision`, which each change replaces. KEYS[1] is that hash.
 */

/** Reads all stages, if any has changed. ARGV: the revision that is known. Replies 0, or 1, the revision, and fields with values. */
export const READ = script(`
local revision = redis.call('HGET', KEYS[1], 'revision') or ''
if revision == ARGV[1] then return {0} end
local reply = redis.call('HGETALL', KEYS[1])
table.insert(reply, 1, 1)
table.insert(reply, 2, revision)
return reply
`);

/**
 * Publishes stages, all or none. ARGV: the next revision, then of each stage its field, the version that it must have (0: none), the
 * version that it gets (0: a new one), the version that a new one must exceed, and its text. Replies 1 and their versions, or 0.
 */
export const PUBLISH = script(`
for at = 2, #ARGV, 5 do
  local kept = redis.call('HGET', KEYS[1], ARGV[at])
  local version = kept and string.match(kept, '^%d+') or '0'
  if version ~= ARGV[at + 1] then return {0} end
end
local counter, reply = tonumber(redis.call('HGET', KEYS[1], 'counter') or 0), {1}
for at = 2, #ARGV, 5 do
  local version = tonumber(ARGV[at + 2])
  counter = math.max(counter, version, tonumber(ARGV[at + 3]))
  if version == 0 then
    counter = counter + 1
    version = counter
  end
  redis.call('HSET', KEYS[1], ARGV[at], string.format('%.0f ', version) .. ARGV[at + 4])
  reply[#reply + 1] = version
end
redis.call('HSET', KEYS[1], 'counter', string.format('%.0f', counter), 'revision', ARGV[1])
return reply
`);
