import { eagerness, reserveParts } from '@assay/gateway';
import { script } from './script.js';

/**
 * One hash per counter: field `n` is the newest slice, `t` the total of the current slices, `m` the rejected uses of
 * something shared, and each slice has a field of its own (with `m` before its number for rejected uses). Slices expire
 * one by one as time passes, so that the cost of a use is independent of their number. Time is Redis's, which all
 * replicas share; time that goes back counts as standing still.
 *
 * KEYS: the counters. ARGV: cost, whether to take it (1) or only to check (0), ms that are added to the time; then for
 * each counter: limit, ms of a slice, number of former slices that count, whether it shares the counter before it, uses
 * granted elsewhere that are counted regardless of the limit, and the cost of one use.
 *
 * Returns 1 or 0 for granted or not, then for each counter: used, allowed, the ms after which a rejected use would be
 * granted (0: it was not rejected, -1: never), and the slice it was counted in.
 */
export const acquireScript = script(`
local cost, takes = tonumber(ARGV[1]), ARGV[2] == '1'
local eagerness, parts = ${eagerness}, ${reserveParts}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])

local function leave(key, prefix, first, last)
  local gone, sum = {}, 0
  for slice = first, last do gone[#gone + 1] = prefix .. slice end
  for _, count in ipairs(redis.call('HMGET', key, unpack(gone))) do sum = sum + (tonumber(count) or 0) end
  redis.call('HDEL', key, unpack(gone))
  return sum
end

local function load(key, at)
  local it = { key = key, limit = tonumber(ARGV[at]), width = tonumber(ARGV[at + 1]), former = tonumber(ARGV[at + 2]),
    shares = ARGV[at + 3] == '1', debt = tonumber(ARGV[at + 4]), cost = cost * tonumber(ARGV[at + 5]) }
  it.slice = math.floor(now / it.width)
  local head = redis.call('HMGET', key, 'n', 't', it.slice, 'm')
  local newest = tonumber(head[1])
  it.total, it.count, it.missed = tonumber(head[2]) or 0, tonumber(head[3]) or 0, tonumber(head[4]) or 0
  it.isNew = it.slice ~= newest
  if newest and it.slice - newest > it.former then
    redis.call('DEL', key)
    it.total, it.missed = 0, 0
  elseif newest and it.slice > newest then
    it.total = it.total - leave(key, '', newest - it.former, it.slice - it.former - 1)
    redis.call('HSET', key, 'n', it.slice, 't', it.total)
    if it.missed > 0 then
      it.missed = it.missed - leave(key, 'm', newest - it.former, it.slice - it.former - 1)
      redis.call('HSET', key, 'm', it.missed)
    end
    redis.call('PEXPIRE', key, it.width * (it.former + 2))
  elseif newest and it.slice < newest then
    it.slice, it.count = newest, tonumber(redis.call('HGET', key, newest)) or 0
  end
  return it
end

local function add(it, amount)
  it.total, it.count = it.total + amount, it.count + amount
  redis.call('HSET', it.key, 'n', it.slice, 't', it.total, it.slice, it.count)
  if it.isNew then redis.call('PEXPIRE', it.key, it.width * (it.former + 2)) end
end

local function miss(it, amount)
  it.missed = it.missed + amount
  redis.call('HSET', it.key, 'n', it.slice, 't', it.total, 'm', it.missed)
  redis.call('HINCRBY', it.key, 'm' .. it.slice, amount)
  if it.isNew then redis.call('PEXPIRE', it.key, it.width * (it.former + 2)) end
end

local function wait(it, surplus)
  if surplus > it.total then return -1 end
  local slices = {}
  for slice = it.slice - it.former, it.slice do slices[#slices + 1] = slice end
  for index, count in ipairs(redis.call('HMGET', it.key, unpack(slices))) do
    surplus = surplus - (tonumber(count) or 0)
    if surplus <= 0 then return math.max(1, math.ceil((slices[index] + it.former + 1) * it.width - now)) end
  end
  return -1
end

local function shareOf(whole, it)
  local allowed, reserve = whole.allowed, 0
  if allowed >= parts then reserve = math.ceil(allowed / parts) end
  local threshold = math.floor(eagerness * (allowed - whole.total + it.total + 1) / (1 + eagerness))
  local unwanted = allowed - reserve - (whole.total - it.total) - (whole.missed - it.missed)
  return math.max(0, math.min(it.limit, allowed, math.max(threshold, unwanted)))
end

local counters, granted, groups, othersWanted = {}, true, {}, true
for index, key in ipairs(KEYS) do
  local it, whole = load(key, index * 6 - 2), counters[index - 1]
  if it.debt > 0 then add(it, it.debt) end
  it.allowed = it.limit
  if it.shares then
    it.allowed = shareOf(whole, it)
    table.insert(groups[#groups], it)
  else
    groups[#groups + 1] = { it }
  end
  local surplus = it.total + it.cost - it.allowed
  it.wait = surplus > 0 and wait(it, surplus) or 0
  if it.wait == -1 and it.shares then it.wait = wait(whole, surplus) end
  if it.wait ~= 0 then
    granted, groups[#groups].refused = false, true
  end
  counters[index] = it
end

for _, group in ipairs(groups) do othersWanted = othersWanted and not (group.refused and #group == 1) end
if takes and not granted and othersWanted then
  for _, group in ipairs(groups) do
    local own, whole = group[#group], group[#group - 1]
    if group.refused and own.total + own.missed + own.cost <= math.ceil(whole.allowed / 2) then
      for _, it in ipairs(group) do miss(it, it.cost) end
    end
  end
end

local answer = { granted and 1 or 0 }
for _, it in ipairs(counters) do
  if granted and takes then add(it, it.cost) end
  answer[#answer + 1] = it.total
  answer[#answer + 1] = it.allowed
  answer[#answer + 1] = it.wait
  answer[#answer + 1] = it.slice
end
return answer
`);

/** KEYS: the counters. ARGV: of each what was taken and the slice it was counted in. What has left a window stays out. */
export const giveBackScript = script(`
for index, key in ipairs(KEYS) do
  local cost, slice = tonumber(ARGV[index * 2 - 1]), ARGV[index * 2]
  local there = tonumber(redis.call('HGET', key, slice))
  if there and there > 0 then
    local taken = math.min(cost, there)
    redis.call('HINCRBY', key, slice, -taken)
    redis.call('HINCRBY', key, 't', -taken)
  end
end
return 1
`);
