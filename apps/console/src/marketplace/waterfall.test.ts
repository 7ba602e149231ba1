import { describe, expect, it } from '@jest/globals';
import { waterfall } from './waterfall.js';

describe('the waterfall of a trace', () => {
  it('lays stages end to end over the whole time', () => {
    const bars = waterfall([
      { stage: 'resolve', ms: 25 },
      { stage: 'call', ms: 75, note: 'http' },
    ]);
    expect(bars.map(({ startPercent, widthPercent }) => [startPercent, widthPercent])).toEqual([
      [0, 25],
      [25, 75],
    ]);
  });

  it('keeps bars of no time visible and within the whole', () => {
    const bars = waterfall([
      { stage: 'call', ms: 10 },
      { stage: 'record', ms: 0 },
    ]);
    for (const { startPercent, widthPercent } of bars) {
      expect(widthPercent).toBeGreaterThan(0);
      expect(startPercent + widthPercent).toBeLessThanOrEqual(100);
    }
    expect(waterfall([])).toEqual([]);
  });
});
