import type { Clock, LanguageModel } from '@assay/kernel';
import { type CacheCounts, cacheCounts } from './cache/cache-counts.js';
import { ModelAllowance } from './repair/model-allowance.js';
import { RepairMetrics } from './repair/repair-metrics.js';

/** What makes inputs fit and outputs believable, beyond rules. */
export interface QualityPorts {
  /** The operator's; null when none is configured. */
  readonly model: LanguageModel | null;
  readonly allowance: ModelAllowance;
  readonly metrics: RepairMetrics;
  readonly cached: CacheCounts;
}

/** With a model, or rules alone. */
export const qualityWith = (model: LanguageModel | null, clock: Clock): QualityPorts => ({
  model,
  allowance: new ModelAllowance(clock),
  metrics: new RepairMetrics(),
  cached: cacheCounts(),
});
