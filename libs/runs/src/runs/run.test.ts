import { FakeClock } from '@assay/kernel/testing';
import { expect, it } from '@jest/globals';
import { forgetRuns } from './forget-runs.js';
import { isOpen, runDefaults } from './run.js';

it('a run is open until it has ended', () => {
  const statuses = ['running', 'awaiting_approval', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
  expect(statuses.filter(isOpen)).toEqual(['running', 'awaiting_approval']);
});

it('runs are forgotten thirty days after their end', async () => {
  const clock = new FakeClock();
  const asked: number[][] = [];
  const forget = async (before: number, most: number) => asked.push([before, most]);
  const close = async (before: number) => void asked.push([before]);
  await forgetRuns({ forget, close }, clock).run(new AbortController().signal);
  expect(asked).toEqual([[clock.now() - 30 * 86_400_000, 10_000], [clock.now() - 86_400_000]]);
  expect(runDefaults.letGoAfterMs).toBeLessThan(runDefaults.leaseMs);
});
