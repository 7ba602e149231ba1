import { dayMs, hourMs, isoTime, minuteMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { rangeOf } from './dashboard-range.js';

const now = Date.UTC(2026, 10, 28, 14, 30, 20);
const ago = (ms: number): string => isoTime(now - ms);
const shown = (asked: Parameters<typeof rangeOf>[0]) => {
  const range = rangeOf(asked, now);
  return range.ok
    ? [range.value.grain, isoTime(range.value.since), isoTime(range.value.until)]
    : [range.error.code, range.error.message];
};

describe('rangeOf', () => {
  it.each([
    [{}, ['hour', '2026-11-27T14:00:00.000Z', '2026-11-28T15:00:00.000Z']],
    [{ since: ago(minuteMs) }, ['minute', '2026-11-28T14:29:00.000Z', '2026-11-28T14:31:00.000Z']],
    [{ since: ago(6 * hourMs) }, ['minute', '2026-11-28T08:30:00.000Z', '2026-11-28T14:31:00.000Z']],
    [{ since: ago(14 * dayMs) }, ['hour', '2026-11-14T14:00:00.000Z', '2026-11-28T15:00:00.000Z']],
    [{ since: ago(90 * dayMs) }, ['day', '2026-08-30T00:00:00.000Z', '2026-11-29T00:00:00.000Z']],
    [
      { since: '2026-11-20T10:10:00+02:00', until: '2026-11-20T10:11:00+02:00' },
      ['hour', '2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ],
    [
      { since: '2026-06-01T10:00:00Z', until: '2026-06-01T10:01:00Z' },
      ['day', '2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'],
    ],
  ])('of %j takes the finest periods that are kept', (asked, range) => {
    expect(shown(asked)).toEqual(range);
  });

  it('refuses ranges that are empty, backwards or too long', () => {
    expect(shown({ since: ago(0), until: ago(0) })[0]).toBe('invalid_request');
    expect(shown({ since: ago(0), until: ago(1) })).toEqual([
      'invalid_request',
      'since is not before until: give the earlier time first.',
    ]);
    expect(shown({ since: ago(90 * dayMs + 1) })).toEqual([
      'invalid_request',
      'The range is longer than 90 days: move since or until.',
    ]);
  });
});
