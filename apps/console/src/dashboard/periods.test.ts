import type { CallFigures, DashboardView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { classesOf, dollarText, levelsOf, msText, periodsOf } from './periods.js';
import { searchOf } from './search.js';

const figures: CallFigures = {
  ...{ calls: 4, failures: 1, cached: 0, tokens: 40, costUsd: 0.5, statuses: {}, errors: [], levels: {} },
  latency: { p50Ms: 1, p95Ms: 2, p99Ms: 3 },
};

describe('the figures of the dashboard', () => {
  it('have every period of the range, those without a call too', () => {
    const view: DashboardView = {
      ...{ since: '2026-11-26T00:00:00.000Z', until: '2026-11-28T00:00:00.000Z', periodSeconds: 86_400 },
      total: figures,
      periods: [{ ...figures, start: '2026-11-27T00:00:00.000Z' }],
    };
    const none = { succeeded: 0, failed: 0, tokens: 0, costUsd: 0, p50Ms: null, p95Ms: null, p99Ms: null };
    expect(periodsOf(view)).toEqual([
      { ...none, time: '11-26' },
      { time: '11-27', succeeded: 3, failed: 1, tokens: 40, costUsd: 0.5, p50Ms: 1, p95Ms: 2, p99Ms: 3 },
    ]);
    expect(periodsOf({ ...view, periodSeconds: 3_600 })).toHaveLength(48);
  });

  it('put errors into classes and levels into order', () => {
    const errors: CallFigures['errors'] = [
      { code: 'deadline_exceeded', class: 'timeout', calls: 3 },
      { code: 'forbidden', class: 'denied', calls: 2 },
      { code: 'address_forbidden', class: 'denied', calls: 2 },
    ];
    expect(classesOf({ errors }).map(({ name, calls }) => [name, calls])).toEqual([
      ['denied', 4],
      ['timeout', 3],
    ]);
    expect(levelsOf({ calls: 4, levels: { 2: 1, 1: 3 } })).toEqual([
      { level: 1, calls: 3, share: 0.75 },
      { level: 2, calls: 1, share: 0.25 },
    ]);
  });

  it('are written as people read them', () => {
    expect([msText(3.125), msText(120.4), msText(12_345)]).toEqual(['3.1 ms', '120 ms', '12.3 s']);
    expect([dollarText(0), dollarText(0.000012), dollarText(1234.5)]).toEqual(['$0.00', '$0.000012', '$1,234.50']);
  });

  it('ignore what an address does not know', () => {
    expect(searchOf({ range: '7d', by: 'moon', side: 'provider', tool: '', team: 3, caller: 'ann' })).toEqual({
      ...{ range: '7d', side: 'provider', caller: 'ann' },
    });
  });
});
