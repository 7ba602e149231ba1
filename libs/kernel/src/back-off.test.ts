import { describe, expect, it } from '@jest/globals';
import { backOffMs } from './back-off.js';

const settings = { firstMs: 200, maxMs: 5_000 };

describe('backOffMs', () => {
  it('doubles from the first pause to the maximum, however often it failed', () => {
    expect([0, 1, 4, 5, 5_000].map((retry) => backOffMs(settings, retry))).toEqual([200, 400, 3_200, 5_000, 5_000]);
  });

  it('draws from the whole pause with full jitter', () => {
    expect([0, 0.5].map((fraction) => backOffMs(settings, 2, { fraction }))).toEqual([0, 400]);
    expect(backOffMs(settings, 9, { fraction: 0.5 })).toBe(2_500);
  });

  it.each([
    [undefined, 400],
    [100, 400],
    [7_000, 7_000],
  ])('waits no shorter than %s ms when that was asked for', (retryAfterMs, wait) => {
    expect(backOffMs(settings, 1, { retryAfterMs })).toBe(wait);
  });
});
