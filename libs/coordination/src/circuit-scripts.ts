import { script } from './script.js';

/**
 * One hash a breaker: `c` and `f` before a step's number count calls and failures, `n` is the newest step; `u` is until
 * when it is open, `o` how often it opened, `l` and `m` the token of the probe that is out and until when its lease lasts.
 * A set names the breakers that are not closed. Time is Redis's, which all replicas share.
 */
const preamble = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])

local function open(key, set, id, cool, longest)
  local openings = tonumber(redis.call('HGET', key, 'o')) or 0
  local untilMs = now + math.min(longest, cool * 2 ^ openings)
  redis.call('HSET', key, 'u', string.format('%.0f', untilMs), 'o', openings + 1)
  redis.call('HDEL', key, 'l', 'm')
  redis.call('SADD', set, id)
  redis.call('PEXPIRE', key, math.ceil(untilMs - now + 2 * longest))
end
`;

/**
 * Adds what a replica saw, opens what has failed too often, and tells of all that is not closed.
 *
 * KEYS: the set. ARGV: ms that are added to the time, prefix of keys, window in ms, steps of it, least calls, share of
 * failures that opens, cool-down and the longest one in ms; then of each version: id, successes, failures.
 *
 * Answers two lists: of each version given, its calls and failures in the window; and of each breaker that is not closed
 * its id, in how many ms a probe may go (not above 0: now), openings, ms that are left of a probe's lease, calls, failures.
 */
export const syncScript = script(`${preamble}
local prefix, window, steps = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local least, share, cool, longest = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local step = math.floor(now * steps / window)

local function slide(key)
  local newest = tonumber(redis.call('HGET', key, 'n'))
  if newest and newest < step then
    local gone = {}
    for old = newest - steps + 1, math.min(newest, step - steps) do
      gone[#gone + 1] = 'c' .. old
      gone[#gone + 1] = 'f' .. old
    end
    if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  end
  if not newest or newest < step then redis.call('HSET', key, 'n', step) end
end

local function sum(key)
  local fields, calls, failures = {}, 0, 0
  for each = step - steps + 1, step do
    fields[#fields + 1] = 'c' .. each
    fields[#fields + 1] = 'f' .. each
  end
  for at, count in ipairs(redis.call('HMGET', key, unpack(fields))) do
    if at % 2 == 1 then calls = calls + (tonumber(count) or 0) else failures = failures + (tonumber(count) or 0) end
  end
  return calls, failures
end

local told = {}
for at = 9, #ARGV, 3 do
  local id, successes, failures = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local key = prefix .. id
  slide(key)
  redis.call('HINCRBY', key, 'c' .. step, successes + failures)
  redis.call('HINCRBY', key, 'f' .. step, failures)
  local calls, failed = sum(key)
  if not redis.call('HGET', key, 'u') then
    redis.call('PEXPIRE', key, 2 * window)
    if failures > 0 and calls >= least and failed > share * calls then open(key, KEYS[1], id, cool, longest) end
  end
  told[#told + 1] = { calls, failed }
end

local notClosed = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = prefix .. id
  local state = redis.call('HMGET', key, 'u', 'o', 'm')
  if not state[1] then
    redis.call('SREM', KEYS[1], id)
  else
    local calls, failures = sum(key)
    local leased = math.max(0, (tonumber(state[3]) or 0) - now)
    notClosed[#notClosed + 1] = { id, tonumber(state[1]) - now, tonumber(state[2]) or 1, leased, calls, failures }
  end
end
return { told, notClosed }
`);

/**
 * Takes the probe of a half-open breaker. KEYS: its hash. ARGV: ms added to the time, token, ms of the lease.
 * Answers 0 when it is closed, 1 when the probe is the asker's, 2 when not, and in how many ms it may be.
 */
export const probeScript = script(`${preamble}
local state = redis.call('HMGET', KEYS[1], 'u', 'm')
local untilMs, leased = tonumber(state[1]), tonumber(state[2]) or 0
if not untilMs then return { 0, 0 } end
if untilMs > now then return { 2, untilMs - now } end
if leased > now then return { 2, leased - now } end
redis.call('HSET', KEYS[1], 'l', ARGV[2], 'm', string.format('%.0f', now + tonumber(ARGV[3])))
return { 1, 0 }
`);

/**
 * What a probe found. KEYS: the hash, the set. ARGV: ms added to the time, token, id, outcome (1 good, 0 bad, -1 nothing
 * to say), cool-down and the longest one in ms. Answers 0 when another probe has gone out since, else 1.
 */
export const endProbeScript = script(`${preamble}
if redis.call('HGET', KEYS[1], 'l') ~= ARGV[2] then return 0 end
if ARGV[4] == '1' then
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[3])
elseif ARGV[4] == '0' then
  open(KEYS[1], KEYS[2], ARGV[3], tonumber(ARGV[5]), tonumber(ARGV[6]))
else
  redis.call('HDEL', KEYS[1], 'l', 'm')
end
return 1
`);

/** Closes a breaker and forgets what it counted. KEYS: its hash, the set. ARGV: its id. */
export const resetScript = script(`
redis.call('DEL', KEYS[1])
redis.call('SREM', KEYS[2], ARGV[1])
return 1
`);
