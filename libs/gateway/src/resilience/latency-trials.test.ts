import { expect, it } from '@jest/globals';
import { LatencyTrials, trialOneIn } from './latency-trials.js';

it('lets one in twenty skips of each version through', () => {
  const trials = new LatencyTrials();
  const due = Array.from({ length: 3 * trialOneIn }, () => trials.isDue('v1'));
  expect(due.filter(Boolean)).toHaveLength(3);
  expect(due.slice(0, trialOneIn).lastIndexOf(true)).toBe(trialOneIn - 1);
  expect(Array.from({ length: trialOneIn - 1 }, () => trials.isDue('v2'))).not.toContain(true);
  expect(trials.isDue('v2')).toBe(true);
});
