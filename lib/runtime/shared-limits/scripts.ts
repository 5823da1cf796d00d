import { rareScript, script, TIME } from '../store/script';

const USAGE = `
local function usage(key)
  local granted, returned = string.match(redis.call('GET', key) or '', '^(%d+) ?(%d*)$')
  return tonumber(granted or 0), tonumber(returned or 0) or 0
end
`;

/**
 * Checks all limits of a request, and takes from them if none refuses it. KEYS are those of throttles, then that of a quota, if there is
 * one. ARGV[2] is the number of throttles; then follow rate, burst, cost and tokens wanted ahead of each, then limit, least known
 * requests granted, life in ms, requests wanted ahead and number of gateways of the quota.
 *
 * A throttle is the generic cell rate algorithm in its form as a bucket: `tokens time rate burst`, tokens in millionths. So a microsecond
 * adds `rate` of them, and whole rates are counted in integers. A full bucket is no key: it expires.
 *
 * A quota is `granted returned`: requests that passed or are in reserve, and those of reserves that nobody used. The first never falls.
 *
 * Replies 1, the time, and of each throttle the tokens given ahead and those left; of the quota those two, and requests given ahead.
 * Replies 0, the time, the number of the key that refuses, and how many microseconds it will at least, or -1; of a quota these two.
 */
export const CLAIM = script(`${TIME}${USAGE}
local UNIT, ROUNDING, FOREVER = 1000000, 0.001, 1e15
local throttles = tonumber(ARGV[2])
local have, at = {}, 3
for i = 1, throttles do
  local rate, burst, cost = tonumber(ARGV[at]), ARGV[at + 1] * UNIT, ARGV[at + 2] * UNIT
  local tokens, kept = burst, redis.call('GET', KEYS[i])
  if kept then
    local left, filled, before, capacity = string.match(kept, '^(%S+) (%S+) (%S+) (%S+)$')
    tokens = tonumber(left)
    if now > tonumber(filled) then tokens = math.min(capacity * UNIT, tokens + (now - filled) * before) end
    tokens = math.min(tokens, burst)
  end
  if tokens < cost - ROUNDING then
    local wait = -1
    if rate > 0 and burst >= cost then wait = math.min(FOREVER, math.ceil((cost - tokens) / rate)) end
    return {0, now, i, wait}
  end
  have[i] = tokens
  at = at + 4
end

local granted, returned, quota, spare = 0, 0, KEYS[throttles + 1], 0
if quota then
  granted, returned = usage(quota)
  granted = math.max(granted, tonumber(ARGV[at + 1]))
  local left = ARGV[at] - granted + returned
  if left < 1 then return {0, now, throttles + 1, -1, granted, returned} end
  spare = tonumber(ARGV[at + 3])
  if left - 1 < (spare + 1) * ARGV[at + 4] then spare = 0 end
end

local reply = {1, now}
at = 3
for i = 1, throttles do
  local rate, burst, cost = tonumber(ARGV[at]), ARGV[at + 1] * UNIT, ARGV[at + 2] * UNIT
  local ahead = math.max(0, math.min(tonumber(ARGV[at + 3]), math.floor((have[i] - cost) / UNIT / 2)))
  local left = math.max(0, have[i] - cost - ahead * UNIT)
  local value = string.format('%.17g %.0f %s %s', left, now, ARGV[at], ARGV[at + 1])
  if rate > 0 then
    local life = math.min(FOREVER, math.ceil((burst - left) / rate / 1000) + 10000)
    redis.call('SET', KEYS[i], value, 'PX', string.format('%.0f', life))
  else
    redis.call('SET', KEYS[i], value)
  end
  reply[#reply + 1] = ahead
  reply[#reply + 1] = math.floor(left / UNIT + 1e-9)
  at = at + 4
end
if quota then
  redis.call('SET', quota, string.format('%.0f %.0f', granted + 1 + spare, returned), 'PX', ARGV[at + 2])
  for _, number in ipairs({granted + 1 + spare, returned, spare}) do reply[#reply + 1] = number end
end
return reply
`);

/** Adds requests to the usage of a quota that were counted elsewhere. KEYS: that of the quota. ARGV: time, requests, life in ms. */
export const SETTLE = script(`${USAGE}
local granted, returned = usage(KEYS[1])
redis.call('SET', KEYS[1], string.format('%.0f %.0f', granted + ARGV[2], returned), 'PX', ARGV[3])
return {1}
`);

/** Gives requests of a reserve back, if the store still knows of them. KEYS: that of the quota. ARGV: time, requests. */
export const GIVE_BACK = script(`${USAGE}
local granted, returned = usage(KEYS[1])
local all = math.min(granted, returned + ARGV[2])
if all > returned then redis.call('SET', KEYS[1], string.format('%.0f %.0f', granted, all), 'KEEPTTL') end
return {1}
`);

/**
 * Notes that a gateway is there, and replies the time and their number. KEYS: the set of gateways. ARGV: time, id, microseconds until one
 * counts as gone.
 */
export const BEAT = script(`${TIME}
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - ARGV[3]))
redis.call('PEXPIRE', KEYS[1], 600000)
return {now, redis.call('ZCARD', KEYS[1])}
`);

/** Notes that a gateway stops. KEYS: the set of gateways. ARGV: time, id. */
export const LEAVE = rareScript(`
return {redis.call('ZREM', KEYS[1], ARGV[2])}
`);

/** Forgets limits. KEYS: their keys. */
export const FORGET = rareScript(`
return {redis.call('DEL', unpack(KEYS))}
`);
