import { circuitStateNames } from '@assay/contracts';
import type { Circuits } from '@assay/gateway';
import type { Metric } from './metrics-text.js';

/** The number of breakers in each state, and whether all replicas count together; without the tools' names. */
export function breakerMetrics(circuits: Pick<Circuits, 'list' | 'shared'>): readonly Metric[] {
  const states = circuits.list().map(({ state }) => state);
  return [
    {
      name: 'assay_circuit_breakers',
      help: 'Circuit breakers of versions that were called lately or refuse calls, by state',
      type: 'gauge',
      samples: circuitStateNames.map((state) => ({
        labels: { state },
        value: states.filter((it) => it === state).length,
      })),
    },
    {
      name: 'assay_circuit_breakers_shared',
      help: '1 while all replicas count failures together, 0 while this one counts alone',
      type: 'gauge',
      samples: [{ value: circuits.shared ? 1 : 0 }],
    },
  ];
}
