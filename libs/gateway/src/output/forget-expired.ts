import type { Clock, Job } from '@assay/kernel';

/** A store that deletes what has expired; answers how much. */
export interface Expiring {
  prune(at: number): Promise<number>;
}

const everyMs = 10 * 60_000;

/** Deletes kept results, and totals of sessions, whose time is over; nobody could read them any more. */
export const forgetExpired = (
  stores: readonly Expiring[],
  clock: Pick<Clock, 'now'>,
  name = 'outputs.forget',
): Job => ({
  name,
  everyMs,
  run: async () => {
    for (const store of stores) await store.prune(clock.now());
  },
});
