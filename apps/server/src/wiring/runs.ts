import type { Clock, DurableRuns, RunJournalStore } from '@assay/kernel';
import { LeasedRuns } from '@assay/runs';
import type { Logger } from 'pino';

export interface RunParts {
  readonly store: RunJournalStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The journal of durable runs. */
export function openRuns({ store, clock, log }: RunParts): DurableRuns {
  return new LeasedRuns({
    ...{ store, clock },
    onProblem: (cause) =>
      log.warn({ part: 'runs', reason: (cause as Error)?.message }, 'durable runs are in trouble; trying again'),
  });
}
