import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { belowSince, demotionMs, floorOf, isToBeDemoted } from './stage-fall.js';

// stage, trust at entry, floor
it.each([
  ['SUBMITTED', null, null],
  ['SANDBOX', 0.9, null],
  ['BETA', null, 0.45],
  ['BETA', 0.8, 0.45],
  ['BETA', 0.3, 0.25],
  ['BETA', 0.01, 0],
  ['GENERAL_AVAILABILITY', null, 0.65],
  ['VERIFIED', 0.7, 0.65],
] as const)('a version in %s that came with trust %s falls below %s', (stage, entry, floor) => {
  if (floor === null) expect(floorOf(stage, entry)).toBeNull();
  else expect(floorOf(stage, entry)).toBeCloseTo(floor, 12);
});

it('counts from the first moment below, and restarts after every recovery', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ wait: fc.nat(1e9), low: fc.boolean() }), { minLength: 1 }), (walk) => {
      let now = 0;
      let since: number | null = null;
      let expected: number | null = null;
      for (const { wait, low } of walk) {
        now += wait;
        since = belowSince(low ? 0.1 : 0.9, 0.5, since, now);
        expected = low ? (expected ?? now) : null;
        expect(since).toBe(expected);
        expect(isToBeDemoted(since, now)).toBe(expected !== null && now - expected >= demotionMs);
      }
    }),
  );
});
