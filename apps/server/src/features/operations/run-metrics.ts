import type { CountedRuns } from '@assay/runs';
import type { Metric } from './metrics-text.js';

/** Runs of compositions and their steps: how often they ended so, and how long that took. */
export function runMetrics({
  runs,
  steps,
}: {
  readonly runs: readonly CountedRuns[];
  readonly steps: readonly CountedRuns[];
}): Metric[] {
  const metric = (name: string, help: string, counted: readonly CountedRuns[], value: (it: CountedRuns) => number) => ({
    ...{ name, help, type: 'counter' as const },
    samples: counted.map((it) => ({ labels: { notation: it.notation, status: it.status }, value: value(it) })),
  });
  const count = (it: CountedRuns): number => it.count;
  const seconds = (it: CountedRuns): number => it.ms / 1_000;
  return [
    metric('assay_runs_total', 'Runs of compositions, by how they ended', runs, count),
    metric('assay_run_seconds_total', 'Time that runs took', runs, seconds),
    metric('assay_run_steps_total', 'Steps of runs, by how they ended', steps, count),
    metric('assay_run_step_seconds_total', 'Time that steps took', steps, seconds),
  ];
}
