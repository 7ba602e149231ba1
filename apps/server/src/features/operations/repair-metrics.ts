import { falseRepairs, type RepairCounts } from '@assay/gateway';
import type { Metric } from './metrics-text.js';

/** The four metrics of repair: as counters, which add up over replicas, and as the means since this process began. */
export function repairMetrics({ calls, succeeded, attempts, addedMs, false: wrong }: RepairCounts): Metric[] {
  const counter = (name: string, help: string, value: number): Metric => ({
    ...{ name, help, type: 'counter' },
    samples: [{ value }],
  });
  const mean = (name: string, help: string, sum: number): Metric => ({
    ...{ name, help, type: 'gauge' },
    samples: calls === 0 ? [] : [{ value: sum / calls }],
  });
  return [
    counter('assay_repair_calls_total', 'Calls that a repair was tried for', calls),
    counter('assay_repair_succeeded_total', 'Repaired calls that succeeded', succeeded),
    counter('assay_repair_attempts_total', 'Attempts at repair', attempts),
    counter('assay_repair_added_seconds_total', 'Time that repair added to calls', addedMs / 1_000),
    mean(
      'assay_repair_success_ratio',
      'Of the calls a repair was tried for, those that were repaired and succeeded',
      succeeded,
    ),
    mean('assay_repair_attempts_mean', 'Attempts a call that a repair was tried for', attempts),
    mean('assay_repair_added_seconds_mean', 'Time that repair added to such a call', addedMs / 1_000),
    {
      name: 'assay_repair_false_total',
      help: 'Repaired calls whose result was rejected later, by whom',
      type: 'counter',
      samples: falseRepairs.map((by) => ({ labels: { by }, value: wrong[by] })),
    },
  ];
}
