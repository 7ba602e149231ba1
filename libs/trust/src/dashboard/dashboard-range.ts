import { dayMs, type Failure, fail, hourMs, minuteMs, ok, type Result } from '@assay/kernel';
import { type Grain, grainSeconds, type RollupQuery } from './call-rollups.js';

export type Range = Pick<RollupQuery, 'grain' | 'since' | 'until'>;

const maxDays = 90;
const defaultMs = dayMs;
/** Longest range shown by a grain, and how long its periods are kept at least, whatever the retention table is set to. */
const maxLength: Readonly<Record<Exclude<Grain, 'day'>, number>> = { minute: 6 * hourMs, hour: 14 * dayMs };
const keptFor: Readonly<Record<Exclude<Grain, 'day'>, number>> = { minute: dayMs, hour: 15 * dayMs };

/** The range that was asked for, widened to whole periods of the finest grain that has it. */
export function rangeOf(
  { since, until }: { readonly since?: string | undefined; readonly until?: string | undefined },
  now: number,
): Result<Range, Failure> {
  const end = until === undefined ? now : Date.parse(until);
  const start = since === undefined ? end - defaultMs : Date.parse(since);
  if (start >= end) return fail('invalid_request', 'since is not before until: give the earlier time first.');
  if (end - start > maxDays * dayMs)
    return fail('invalid_request', `The range is longer than ${maxDays} days: move since or until.`);
  const has = (grain: Exclude<Grain, 'day'>): boolean =>
    end - start <= maxLength[grain] && start >= now - keptFor[grain] + minuteMs;
  const grain: Grain = has('minute') ? 'minute' : has('hour') ? 'hour' : 'day';
  const periodMs = grainSeconds[grain] * 1_000;
  return ok({ grain, since: Math.floor(start / periodMs) * periodMs, until: Math.ceil(end / periodMs) * periodMs });
}
