import type { Clock, DurableRuns, Job } from '@assay/kernel';
import { runOf } from './carry-out-sagas.js';
import type { Saga } from './saga.js';
import type { SagaStore } from './saga-store.js';
import { written } from './step-ports.js';
import type { WakeSagas } from './wake-sagas.js';

export interface SweepSagasPorts {
  readonly store: Pick<SagaStore, 'stalled' | 'find' | 'save'>;
  readonly runs: Pick<DurableRuns, 'find'>;
  readonly wake: Pick<WakeSagas, 'begin'>;
  readonly clock: Clock;
}

const everyMs = 15_000;
/** A saga of which nothing was written for so long may have lost its run. */
const silentMs = 60_000;
const atOnce = 100;

/** Sets sagas going whose run was never begun, or has broken. */
export const sweepSagas = (ports: SweepSagasPorts): Job => ({
  name: 'sagas.sweep',
  everyMs,
  run: async (signal) => {
    const { store, clock } = ports;
    for (const saga of await store.stalled(clock.now() - silentMs, atOnce)) {
      if (signal.aborted) return;
      await setGoing(saga, ports);
    }
  },
});

/** A run that is over while its saga is not has been broken, and is followed by another one. */
async function setGoing(saga: Saga, ports: SweepSagasPorts): Promise<void> {
  const run = await ports.runs.find(runOf(saga));
  const isOver = run?.state === 'failed' || run?.state === 'cancelled' || run?.state === 'done';
  if (run !== undefined && !isOver) {
    // It waits, or is on its way: others come first the next time.
    await ports.store.save({ saga, changed: [], events: [] }, ports.clock.now());
    return;
  }
  await ports.wake.begin(isOver ? await written(saga, (current) => anotherRun(saga, current), ports) : saga);
}

const anotherRun = ({ run }: Saga, current: Saga) =>
  current.run === run ? { saga: { ...current, run: run + 1 }, changed: [], events: [] } : undefined;
