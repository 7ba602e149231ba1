import type { Clock, DurableRuns, RunLeases } from '@assay/kernel';
import { DbosRuns } from '@assay/workflows';
import type { Logger } from 'pino';

export interface RunParts {
  readonly databaseUrl: string;
  /** Names where this process runs, the same after each start. */
  readonly place: string;
  readonly leases: RunLeases;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Durable runs, whose library speaks through our log: what it says in passing is for those who look closely. */
export function openRuns({ databaseUrl, place, leases, clock, log }: RunParts): DurableRuns {
  return new DbosRuns({
    ...{ databaseUrl, leases, clock },
    executorId: place,
    log: {
      debug: (entry) => log.trace({ part: 'runs' }, String(entry)),
      info: (entry) => log.debug({ part: 'runs' }, String(entry)),
      warn: (entry) => log.debug({ part: 'runs' }, String(entry)),
      error: (entry) => log.warn({ part: 'runs' }, String(entry)),
    },
    onProblem: (cause) =>
      log.warn({ part: 'runs', reason: (cause as Error)?.message }, 'durable runs are in trouble; trying again'),
  });
}
