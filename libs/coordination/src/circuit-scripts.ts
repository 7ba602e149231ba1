import { script } from './script.js';

/**
 * One hash a breaker: `c` and `f` before a step's number count calls and failures, `d` has the arguments of its failures (`*`
 * for several), `n` is the newest step; `u` is until when it is open, `o` how often it opened, `b` the one set of arguments
 * that opened it, `l` and `m` the token of the probe that is out and until when its lease lasts. `g` and `h` are the latest two
 * arguments that succeeded, with the times in `gt` and `ht`; `x` counts connection failures in a row, and `y` has the pairs of
 * caller and arguments of time-outs in a row.
 * A set names the breakers that are not closed. Time is Redis's, which all replicas share.
 */
const preamble = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])

local function open(key, set, id, cool, longest, by)
  local openings = tonumber(redis.call('HGET', key, 'o')) or 0
  local untilMs = now + math.min(longest, cool * 2 ^ openings)
  redis.call('HSET', key, 'u', string.format('%.0f', untilMs), 'o', openings + 1)
  redis.call('HDEL', key, 'l', 'm', 'b')
  if by then redis.call('HSET', key, 'b', by) end
  redis.call('SADD', set, id)
  redis.call('PEXPIRE', key, math.ceil(untilMs - now + 2 * longest))
end

local function noteGood(key, digest)
  local known = redis.call('HMGET', key, 'g', 'gt')
  if known[1] and known[1] ~= digest then redis.call('HSET', key, 'h', known[1], 'ht', known[2]) end
  redis.call('HSET', key, 'g', digest, 'gt', string.format('%.0f', now))
end
`;

/**
 * Adds what a replica saw, opens what has failed too often, and tells of all that is not closed.
 *
 * KEYS: the set. ARGV: ms that are added to the time, prefix of keys, window in ms, steps of it, least calls, share of
 * failures that opens, cool-down and the longest one in ms, failures in a row that open; then of each version: id, successes,
 * failures, arguments of the failures (`*` for several), arguments that succeeded, and the failures since the last success
 * in order: `s` for a success before them, `c` for a connection, `e` for any other, `t` and the pair for a time-out.
 *
 * Answers two lists: of each version given, its calls and failures in the window; and of each breaker that is not closed
 * its id, in how many ms a probe may go (not above 0: now), openings, ms that are left of a probe's lease, calls, failures, and
 * the one set of arguments that opened it (empty: several).
 */
export const syncScript = script(`${preamble}
local prefix, window, steps = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local least, share, cool, longest = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local inARow = tonumber(ARGV[9])
local step = math.floor(now * steps / window)

local function slide(key)
  local newest = tonumber(redis.call('HGET', key, 'n'))
  if newest and newest < step then
    local gone = {}
    for old = newest - steps + 1, math.min(newest, step - steps) do
      gone[#gone + 1] = 'c' .. old
      gone[#gone + 1] = 'f' .. old
      gone[#gone + 1] = 'd' .. old
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

local function onlyFailing(key)
  local fields, only = {}, nil
  for each = step - steps + 1, step do fields[#fields + 1] = 'd' .. each end
  for _, failing in ipairs(redis.call('HMGET', key, unpack(fields))) do
    if failing then
      if failing == '*' or (only and only ~= failing) then return nil end
      only = failing
    end
  end
  return only
end

local function othersSucceed(key, only)
  if not only then return false end
  local good = redis.call('HMGET', key, 'g', 'gt', 'h', 'ht')
  for at = 1, 3, 2 do
    if good[at] and good[at] ~= only and now - tonumber(good[at + 1]) < window then return true end
  end
  return false
end

local function streak(key, tail)
  local found = redis.call('HMGET', key, 'x', 'y')
  local connections, timeouts, pairs_ = tonumber(found[1]) or 0, found[2] or '', {}
  local opens = false
  for pair in string.gmatch(timeouts, '%S+') do pairs_[#pairs_ + 1] = pair end
  for mark in string.gmatch(tail, '%S+') do
    local kind, pair = string.sub(mark, 1, 1), string.sub(mark, 2)
    if kind ~= 'c' then connections = 0 end
    if kind ~= 't' then pairs_ = {} end
    if kind == 'c' then connections = connections + 1 end
    if kind == 't' then
      local isKnown = false
      for _, known in ipairs(pairs_) do isKnown = isKnown or known == pair end
      if not isKnown and #pairs_ < inARow then pairs_[#pairs_ + 1] = pair end
    end
    opens = opens or connections >= inARow or #pairs_ >= inARow
  end
  redis.call('HSET', key, 'x', connections, 'y', table.concat(pairs_, ' '))
  return opens
end

local told = {}
for at = 10, #ARGV, 6 do
  local id, successes, failures = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
  local key = prefix .. id
  slide(key)
  for digest in string.gmatch(ARGV[at + 4], '%S+') do noteGood(key, digest) end
  if failures > 0 then
    local former = redis.call('HGET', key, 'd' .. step)
    local failing = ARGV[at + 3]
    redis.call('HSET', key, 'd' .. step, (not former or former == failing) and failing or '*')
  end
  local isStreak = streak(key, ARGV[at + 5])
  redis.call('HINCRBY', key, 'c' .. step, successes + failures)
  redis.call('HINCRBY', key, 'f' .. step, failures)
  local calls, failed = sum(key)
  if not redis.call('HGET', key, 'u') then
    redis.call('PEXPIRE', key, 2 * window)
    local only = onlyFailing(key)
    local isRate = calls >= least and failed > share * calls and not othersSucceed(key, only)
    if failures > 0 and (isStreak or isRate) then open(key, KEYS[1], id, cool, longest, only) end
  end
  told[#told + 1] = { calls, failed }
end

local notClosed = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = prefix .. id
  local state = redis.call('HMGET', key, 'u', 'o', 'm', 'b')
  if not state[1] then
    redis.call('SREM', KEYS[1], id)
  else
    local calls, failures = sum(key)
    local leased = math.max(0, (tonumber(state[3]) or 0) - now)
    notClosed[#notClosed + 1] = { id, tonumber(state[1]) - now, tonumber(state[2]) or 1, leased, calls, failures, state[4] or '' }
  end
end
return { told, notClosed }
`);

/**
 * Takes the probe of a breaker: a half-open one's, or that of an open one with other arguments than those that opened it.
 * KEYS: its hash. ARGV: ms added to the time, token, ms of the lease, arguments.
 * Answers 0 when it is closed, 1 when the probe is the asker's, 2 when not, and in how many ms it may be.
 */
export const probeScript = script(`${preamble}
local state = redis.call('HMGET', KEYS[1], 'u', 'm', 'b')
local untilMs, leased = tonumber(state[1]), tonumber(state[2]) or 0
if not untilMs then return { 0, 0 } end
local isEarly = state[3] and state[3] ~= ARGV[4]
if untilMs > now and not isEarly then return { 2, untilMs - now } end
if leased > now then return { 2, leased - now } end
redis.call('HSET', KEYS[1], 'l', ARGV[2], 'm', string.format('%.0f', now + tonumber(ARGV[3])))
return { 1, 0 }
`);

/**
 * What a probe found. KEYS: the hash, the set. ARGV: ms added to the time, token, id, outcome (1 good, 0 bad, -1 nothing
 * to say), cool-down and the longest one in ms, arguments, window in ms. Answers 0 when another probe has gone out since, else 1.
 */
export const endProbeScript = script(`${preamble}
if redis.call('HGET', KEYS[1], 'l') ~= ARGV[2] then return 0 end
if ARGV[4] == '1' then
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[3])
  noteGood(KEYS[1], ARGV[7])
  redis.call('PEXPIRE', KEYS[1], 2 * tonumber(ARGV[8]))
elseif ARGV[4] == '0' then
  local by = redis.call('HGET', KEYS[1], 'b')
  open(KEYS[1], KEYS[2], ARGV[3], tonumber(ARGV[5]), tonumber(ARGV[6]), by == ARGV[7] and by or nil)
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
