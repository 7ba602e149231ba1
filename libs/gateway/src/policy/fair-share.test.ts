import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fairShare, isKept, reserveOf } from './fair-share.js';

/** Each takes one in turn as long as it wants and may; what it is refused is missed. */
function settle(limit: number, wants: readonly number[]): number[] {
  const has = wants.map(() => 0);
  const missed = wants.map(() => 0);
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const [index, want] of wants.entries()) {
      const [used, mine, mineMissed] = [sum(has), has[index] as number, missed[index] as number];
      if (mine >= want) continue;
      if (used < limit && mine < fairShare(limit, used, mine, sum(missed) - mineMissed)) {
        has[index] = mine + 1;
        isMoving = true;
      } else if (isKept(limit, mine, mineMissed, 1)) missed[index] = mineMissed + 1;
    }
  }
  return has;
}

const sum = (values: readonly number[]): number => values.reduce((total, it) => total + it, 0);

describe('fairShare', () => {
  it.each([
    [1, 1],
    [4, 4],
    [5, 5],
    [31, 31],
    [100, 96],
    [1_000, 968],
    [600_000, 581_250],
  ])('leaves one who is alone with %d so many: %d', (limit, share) => {
    expect(settle(limit, [Number.POSITIVE_INFINITY])).toEqual([share]);
  });

  it('gives those who want more the same, and those who want less all they want', () => {
    expect(settle(1_000, [5, 1_000, 60, 1_000])).toEqual([5, 452, 60, 451]);
  });

  it('is max–min fair: nobody who gets less than another is refused', () => {
    const wants = fc.array(fc.nat(500), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000 }), wants, (limit, list) => {
        const has = settle(limit, list);
        const share = Math.max(...has);
        for (const [index, want] of list.entries()) {
          expect(has[index] as number).toBeGreaterThanOrEqual(Math.min(want, share - 1));
        }
        expect(sum(has)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('leaves something for a newcomer, however many there are', () => {
    for (let others = 1; others <= 20; others += 1) {
      const has = settle(
        600,
        Array.from({ length: others }, () => 600),
      );
      const used = sum(has);
      expect(used).toBeLessThan(600);
      expect(fairShare(600, used, 0)).toBeGreaterThan(0);
    }
  });

  it('keeps free what others were refused, down to four times what is left', () => {
    expect(fairShare(1_000, 500, 480, 100)).toBe(848);
    expect(fairShare(1_000, 0, 0, 300)).toBe(800);
    expect(fairShare(1_000, 900, 800, 10_000)).toBe(720);
  });

  it('keeps no more for anybody than half', () => {
    expect([isKept(100, 40, 9, 1), isKept(100, 40, 10, 1), isKept(1, 0, 0, 1)]).toEqual([true, false, true]);
  });

  it('reserves a little, of little nothing', () => {
    expect([0, 5, 31, 32, 33, 1_000].map(reserveOf)).toEqual([0, 0, 0, 1, 2, 32]);
  });

  it('is never negative, when a limit was lowered below what is used', () => {
    expect(fairShare(10, 500, 3)).toBe(0);
  });
});
