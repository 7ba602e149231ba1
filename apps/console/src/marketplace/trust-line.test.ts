import type { TrustView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { trustLine } from './trust-line.js';

const now = Date.parse('2026-11-28T00:00:00Z');
const trust = { base: 0.8, t0: '2026-11-28T00:00:00Z', halfLifeDays: 30, history: [] } as unknown as TrustView;

describe('the line of trust', () => {
  it('decays to half of the base after one half-life', () => {
    const line = trustLine(trust, now);
    expect(line[0]).toEqual({ day: '2026-11-28', decay: 0.8 });
    expect(line.at(-1)?.day).toBe('2026-12-28');
    expect(line.at(-1)?.decay).toBeCloseTo(0.4, 9);
  });

  it('joins the history where it ends today', () => {
    const history = [
      { day: '2026-11-27', score: 0.7, base: 0.7, calls: 1, faults: 0 },
      { day: '2026-11-28', score: 0.8, base: 0.8, calls: 1, faults: 0 },
    ];
    const line = trustLine({ ...trust, history }, now);
    expect(line.slice(0, 2)).toEqual([
      { day: '2026-11-27', score: 0.7 },
      { day: '2026-11-28', score: 0.8, decay: 0.8 },
    ]);
    expect(line.filter(({ day }) => day === '2026-11-28')).toHaveLength(1);
  });
});
