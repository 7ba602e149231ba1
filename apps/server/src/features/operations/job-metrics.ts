import type { JobCount } from '@assay/kernel';
import type { Metric } from './metrics-text.js';

/** Recurring jobs and queued work that this process ran, and how often they failed. */
export function jobMetrics(counts: readonly JobCount[]): Metric[] {
  const metric = (name: string, help: string, value: (it: JobCount) => number): Metric => ({
    ...{ name, help, type: 'counter' },
    samples: counts.map((it) => ({ labels: { job: it.name }, value: value(it) })),
  });
  return [
    metric('assay_job_runs_total', 'Runs of jobs and queued work', (it) => it.runs),
    metric('assay_job_failures_total', 'Runs of jobs and queued work that failed', (it) => it.failures),
  ];
}
