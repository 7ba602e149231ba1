import { type Clock, hourMs, type Job } from '@assay/kernel';
import { type RunStore, runDefaults } from './run.js';

/** Forgets runs some time after their end, and, once their steps' keys are, what it would take to resume them. */
export const forgetRuns = (store: Pick<RunStore, 'forget' | 'close'>, clock: Pick<Clock, 'now'>): Job => ({
  name: 'compositions.forget',
  everyMs: hourMs,
  run: async () => {
    await store.forget(clock.now() - runDefaults.keepMs, runDefaults.maxEnded);
    await store.close(clock.now() - runDefaults.keyMs);
  },
});
