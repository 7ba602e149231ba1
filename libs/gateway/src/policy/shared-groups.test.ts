import { describe, expect, it } from '@jest/globals';
import { missedGroups } from './shared-groups.js';

const whole = {};
const share = { sharesFormer: true };
const granted = { retryAfterMs: 0 };
const refused = { retryAfterMs: 1_000 };

describe('missedGroups', () => {
  it('are the shared counters that refused, with their shares', () => {
    const counters = [whole, share, share, whole, share, whole];
    expect(missedGroups(counters, [granted, granted, refused, granted, granted, granted])).toEqual([[0, 1, 2]]);
    expect(missedGroups(counters, [refused, granted, granted, granted, refused, granted])).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(
      missedGroups(
        counters,
        Array.from(counters, () => granted),
      ),
    ).toEqual([]);
  });

  it('are none when something that is not shared refused, too', () => {
    expect(missedGroups([whole, share, whole], [granted, refused, refused])).toEqual([]);
    expect(missedGroups([whole], [{ retryAfterMs: null }])).toEqual([]);
  });
});
