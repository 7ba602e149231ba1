import { expect, it } from '@jest/globals';
import { RunMetrics } from './run-metrics.js';

it('runs and steps are counted apart, by notation and status', () => {
  const metrics = new RunMetrics(() => {});
  metrics.run('plan', 'succeeded', 10);
  metrics.run('plan', 'succeeded', 5);
  metrics.run('plan', 'failed', 1);
  metrics.step('chain', 'succeeded', 2);
  expect(metrics.counts()).toEqual({
    runs: [
      { notation: 'plan', status: 'succeeded', count: 2, ms: 15 },
      { notation: 'plan', status: 'failed', count: 1, ms: 1 },
    ],
    steps: [{ notation: 'chain', status: 'succeeded', count: 1, ms: 2 }],
  });
});

it('what could not be written is reported', () => {
  const problems: unknown[] = [];
  new RunMetrics((cause) => problems.push(cause)).unwritten('full');
  expect(problems).toEqual(['full']);
});
