import { expect, it } from '@jest/globals';
import { jobMetrics } from './job-metrics.js';
import { metricsText } from './metrics-text.js';

it('shows runs and failures by job', () => {
  const text = metricsText(jobMetrics([{ name: 'webhooks', runs: 7, failures: 2 }]));
  expect(text).toContain('assay_job_runs_total{job="webhooks"} 7');
  expect(text).toContain('assay_job_failures_total{job="webhooks"} 2');
});
