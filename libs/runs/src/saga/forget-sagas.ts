import { type Clock, hourMs, type Job } from '@assay/kernel';
import { sagaDefaults } from './saga.js';
import type { SagaStore } from './saga-store.js';

/** Forgets what the steps of sagas that ended long ago were given and gave. */
export const forgetSagas = (store: Pick<SagaStore, 'forget'>, clock: Pick<Clock, 'now'>): Job => ({
  name: 'sagas.forget',
  everyMs: hourMs,
  run: async () => void (await store.forget(clock.now() - sagaDefaults.keepMs)),
});
