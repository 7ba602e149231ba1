import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeCanary, minCanaryCalls } from './judge-canary.js';

const judged = (failures: number, calls: number, primaryFailures = 0, primaryCalls = 0) =>
  judgeCanary({ calls, failures, primaryCalls, primaryFailures });

describe('judgeCanary', () => {
  it.each([
    ['too few calls', 19, 19, 0, 1_000, null],
    ['a failing canary beside a good tool', 10, 20, 0, 200, /50 % of its 20 calls .* 0 % of 200 calls/],
    ['both fail alike', 100, 200, 1_000, 2_000, null],
    ['a slightly worse one of few calls', 2, 20, 5, 500, null],
    ['a slightly worse one of many calls', 400, 4_000, 250, 5_000, /10 % of its 4000/],
    ['alone, and good', 0, 100, 0, 0, null],
    ['alone, and half bad', 50, 100, 0, 0, null],
    ['alone, and bad', 20, 20, 0, 3, /against more than half/],
    ['better than the tool in use', 0, 100, 90, 100, null],
  ])('%s', (_, failures, calls, primaryFailures, primaryCalls, expected) => {
    const why = judged(failures, calls, primaryFailures, primaryCalls);
    if (expected === null) expect(why).toBeNull();
    else expect(why).toMatch(expected);
  });

  const count = fc.integer({ min: 0, max: 2_000 });

  it('never forgives for one failure more, nor blames for one more of the tool in use', () => {
    fc.assert(
      fc.property(count, count, count, count, (calls, part, primaryCalls, primaryPart) => {
        const failures = part % (calls + 1);
        const primaryFailures = primaryPart % (primaryCalls + 1);
        const isBad = judged(failures, calls, primaryFailures, primaryCalls) !== null;
        if (failures < calls && isBad)
          expect(judged(failures + 1, calls, primaryFailures, primaryCalls)).not.toBeNull();
        if (primaryFailures < primaryCalls && !isBad)
          expect(judged(failures, calls, primaryFailures + 1, primaryCalls)).toBeNull();
        if (calls < minCanaryCalls) expect(isBad).toBe(false);
      }),
    );
  });

  it('seldom rolls back a canary that is no worse, however often it looks; soon one that is', () => {
    let state = 1;
    // Marsaglia's xorshift: the same numbers each time.
    const chance = () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) / 2 ** 32;
    };
    const rolledBackAfter = (rate: number, primaryRate: number): number | null => {
      const counts = { calls: 0, failures: 0, primaryCalls: 0, primaryFailures: 0 };
      for (let made = 1; made <= 5_000; made += 1) {
        if (chance() < 0.1) {
          counts.calls += 1;
          if (chance() < rate) counts.failures += 1;
        } else {
          counts.primaryCalls += 1;
          if (chance() < primaryRate) counts.primaryFailures += 1;
        }
        if (made % 20 === 0 && judgeCanary(counts) !== null) return made;
      }
      return null;
    };
    const runs = Array.from({ length: 300 }, () => rolledBackAfter(0.05, 0.05));
    expect(runs.filter((it) => it !== null).length).toBeLessThanOrEqual(9);
    const bad = Array.from({ length: 100 }, () => rolledBackAfter(0.5, 0.05));
    expect(bad.every((it) => it !== null && it <= 1_000)).toBe(true);
  });
});
