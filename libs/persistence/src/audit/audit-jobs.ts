import type { AuditLog, Job } from '@assay/kernel';
import { checkpointEveryMs } from './checkpoints.js';
import { closeLeftChains, type LeftChainsOptions } from './left-chains.js';
import type { PostgresPendingChanges } from './pending-changes.js';
import { pruneOldestMonth } from './prune-months.js';

export interface AuditJobsOptions extends LeftChainsOptions {
  readonly audit: Pick<AuditLog, 'append'>;
  readonly pending: Pick<PostgresPendingChanges, 'settleLeft'>;
  /** Null: nothing is ever removed. */
  readonly retentionDays: number | null;
}

const pruneEveryMs = 6 * 60 * 60_000;

/** What is done for the audit log by one of the replicas: dead servers' chains and changes, and months that are over. */
export const auditJobs = (options: AuditJobsOptions): Job[] => [
  {
    name: 'audit.left',
    everyMs: checkpointEveryMs,
    run: async () => {
      await options.pending.settleLeft();
      await closeLeftChains(options);
    },
  },
  ...(options.retentionDays === null ? [] : [pruning(options, options.retentionDays)]),
];

const pruning = (options: AuditJobsOptions, retentionDays: number): Job => ({
  name: 'audit.prune',
  everyMs: pruneEveryMs,
  run: async (signal) => {
    while (!signal.aborted) {
      const pruned = await pruneOldestMonth({ ...options, retentionDays });
      if (pruned === undefined) return;
      const { month, records, chains } = pruned;
      await options.audit.append({
        organisationId: null,
        principalId: null,
        action: 'audit.prune',
        subject: month,
        details: { chains, records, retentionDays },
      }).settled;
    }
  },
});
