import { dayMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { isWorthNotifying, oldestPeriod, periodOf, summaryOf } from './latency-periods.js';

it('keeps 30 to 40 days in at most four periods', () => {
  for (let day = 0; day < 40; day += 1) {
    const today = Date.UTC(2026, 5, 1) + day * dayMs;
    const kept = today - oldestPeriod(today);
    expect(kept).toBeGreaterThanOrEqual(30 * dayMs);
    expect(kept).toBeLessThan(40 * dayMs);
    expect(new Set([0, 10, 20, 30].map((ago) => periodOf(today - ago * dayMs))).size).toBe(4);
  }
});

it('sums periods up, and says nothing of nothing', () => {
  expect(summaryOf([])).toBeUndefined();
  const summary = summaryOf([{ '100': 10 }, { '100': 5, '200': 5 }]);
  expect(summary?.calls).toBe(20);
  expect(summary?.p50Ms).toBeLessThan(summary?.p95Ms as number);
});

describe('isWorthTelling', () => {
  const reports = { calls: 100, p50Ms: 10, p95Ms: 100, p99Ms: 200 };

  it('tells every call at first, and what moved or doubled later', () => {
    expect(isWorthNotifying(reports, undefined)).toBe(true);
    expect(isWorthNotifying({ ...reports, calls: 6 }, { ...reports, calls: 5 })).toBe(true);
    expect(isWorthNotifying({ ...reports, calls: 101 }, reports)).toBe(false);
    expect(isWorthNotifying({ ...reports, calls: 200 }, reports)).toBe(true);
    expect(isWorthNotifying({ ...reports, calls: 101, p95Ms: 106 }, reports)).toBe(true);
    expect(isWorthNotifying({ ...reports, calls: 101, p95Ms: 104 }, reports)).toBe(false);
  });
});
