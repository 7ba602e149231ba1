import type { Clock, Job } from '@assay/kernel';
import type { SagaStore } from './saga-store.js';
import type { WakeSagas } from './wake-sagas.js';

export interface SweepSagasPorts {
  readonly store: Pick<SagaStore, 'stalled' | 'save'>;
  readonly wake: Pick<WakeSagas, 'wake'>;
  readonly clock: Clock;
}

const everyMs = 15_000;
/** A saga of which nothing was written for so long may have lost its run. */
const silentMs = 60_000;
const atOnce = 100;

/** Wakes sagas whose run was never begun. One that waits checks what it waits for, and waits on. */
export const sweepSagas = ({ store, wake, clock }: SweepSagasPorts): Job => ({
  name: 'sagas.sweep',
  everyMs,
  run: async (signal) => {
    for (const saga of await store.stalled(clock.now() - silentMs, atOnce)) {
      if (signal.aborted) return;
      await wake.wake(saga);
      // Others come first the next time.
      await store.save({ saga, changed: [], events: [] }, clock.now());
    }
  },
});
