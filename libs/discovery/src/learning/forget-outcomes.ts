import { type Clock, dayMs, type Job } from '@assay/kernel';
import type { LearningStore } from './learning-store.js';
import { keptDays } from './learnt-outcome.js';

/** Once a day: outcomes of more than a year ago, which weigh a sixteenth by then, are forgotten. */
export const forgetOutcomes = (store: Pick<LearningStore, 'forgetBefore'>, clock: Pick<Clock, 'now'>): Job => ({
  name: 'learning.forget',
  everyMs: dayMs,
  run: async () => {
    await store.forgetBefore(clock.now() - keptDays * dayMs);
  },
});
