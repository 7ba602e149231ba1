import type { Clock } from '../../kernel/clock.js';
import type { Job } from '../../kernel/jobs.js';
import { type RunStore, runDefaults } from './run.js';

const hourMs = 3_600_000;

/** Forgets runs some time after their end. */
export const forgetRuns = (store: Pick<RunStore, 'forget'>, clock: Pick<Clock, 'now'>): Job => ({
  name: 'compositions.forget',
  everyMs: hourMs,
  run: async () => void (await store.forget(clock.now() - runDefaults.keepMs)),
});
