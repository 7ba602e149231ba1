import type { CacheCounts } from '@assay/gateway';
import type { Metric } from './metrics-text.js';

/** Where results of tools that declare a cache came from. */
export const cacheMetrics = (counts: CacheCounts): Metric[] => [
  {
    name: 'assay_cached_results_total',
    help: 'Calls of tools that declare a cache: kept result, result shared with an equal call, or made at the tool',
    type: 'counter',
    samples: (['kept', 'shared', 'made'] as const).map((from) => ({ labels: { from }, value: counts[from] })),
  },
];
