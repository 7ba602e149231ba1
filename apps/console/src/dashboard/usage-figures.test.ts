import type { UsageView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { byDay, firstDay, totalsOf } from './usage-figures.js';

const now = Date.parse('2026-11-28T10:00:00Z');
const row = (day: string, calls: number, failures: number, costUsd = 0): UsageView => ({
  ...{ tool: null, organisation: null, caller: null, day },
  ...{ calls, failures, costUsd },
});

describe('the figures of the dashboard', () => {
  it('adds up what the server counted', () => {
    expect(totalsOf([row('2026-11-27', 3, 1, 0.5), row('2026-11-28', 2, 0, 0.25)])).toEqual({
      ...{ calls: 5, failures: 1, costUsd: 0.75 },
    });
    expect(totalsOf([])).toEqual({ calls: 0, failures: 0, costUsd: 0 });
  });

  it('has every day of the range, the last one today', () => {
    expect(byDay([row('2026-11-27', 3, 1)], 3, now)).toEqual([
      { day: '2026-11-26', succeeded: 0, failed: 0 },
      { day: '2026-11-27', succeeded: 2, failed: 1 },
      { day: '2026-11-28', succeeded: 0, failed: 0 },
    ]);
    expect(firstDay(1, now)).toBe('2026-11-28');
    expect(firstDay(90, now)).toBe('2026-08-31');
  });
});
