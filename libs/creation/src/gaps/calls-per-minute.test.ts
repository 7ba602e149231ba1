import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { CallsPerMinute } from './calls-per-minute.js';

it('lets so many of each caller through in a minute', () => {
  const clock = new FakeClock();
  const perMinute = new CallsPerMinute(2, clock);
  expect(['a', 'a', 'a', 'b'].map((it) => perMinute.take(it))).toEqual([true, true, false, true]);
  clock.advance(60_000);
  expect(perMinute.take('a')).toBe(true);
});
