import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { ModelAllowance, maxAsksPerMinute } from './model-allowance.js';

it('lets each caller ask so often a minute', () => {
  const clock = new FakeClock();
  const allowance = new ModelAllowance(clock);
  const taken = () => Array.from({ length: maxAsksPerMinute + 1 }, () => allowance.take('ann')).filter(Boolean).length;
  expect(taken()).toBe(maxAsksPerMinute);
  expect([allowance.take('ann'), allowance.take('bob')]).toEqual([false, true]);
  clock.advance(60_000);
  expect(taken()).toBe(maxAsksPerMinute);
});

it('keeps a bounded number of callers in mind', () => {
  const allowance = new ModelAllowance(new FakeClock());
  for (let n = 0; n < maxAsksPerMinute; n += 1) allowance.take('ann');
  for (let n = 0; n < 10_000; n += 1) allowance.take(`caller-${n}`);
  expect(allowance.take('ann')).toBe(true);
});
