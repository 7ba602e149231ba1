import { minuteMs } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { turnAfter, verifyEveryMs } from './verification-times.js';

it('comes again within a tenth of a day, more or less', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(4e12), (id, at) => {
      const wait = turnAfter(id, at, 0) - at;
      expect(Math.abs(wait - verifyEveryMs)).toBeLessThanOrEqual(verifyEveryMs / 10 + 1);
    }),
  );
});

it('spreads what was verified at one moment', () => {
  const waits = Array.from({ length: 200 }, (_, n) => turnAfter(`version-${n}`, 0, 0));
  const early = waits.filter((it) => it < verifyEveryMs).length;
  expect(early).toBeGreaterThan(60);
  expect(early).toBeLessThan(140);
});

it.each([
  [1, 15],
  [2, 30],
  [4, 120],
  [8, 1_440],
  [99, 1_440],
])('after %i without an answer waits about %i minutes', (unanswered, minutes) => {
  const wait = turnAfter('version', 0, unanswered);
  expect(wait).toBeGreaterThanOrEqual(minutes * minuteMs * 0.9 - 1);
  expect(wait).toBeLessThanOrEqual(minutes * minuteMs * 1.1 + 1);
});
