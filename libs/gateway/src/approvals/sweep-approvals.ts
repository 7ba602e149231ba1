import type { AuditLog, Clock, DurableRuns, Job } from '@assay/kernel';
import { type Approval, approvalDefaults } from './approval.js';
import type { ApprovalStore } from './approval-store.js';
import type { NotifyOfApprovals } from './notify-of-approvals.js';
import { approvalRun } from './open-approvals.js';

export interface SweepApprovalsPorts {
  readonly store: Pick<ApprovalStore, 'due' | 'close' | 'unsettled' | 'forget'>;
  readonly runs: Pick<DurableRuns, 'wake'>;
  readonly tell: Pick<NotifyOfApprovals, 'expired'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when notices could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

const everyMs = 15_000;
const atOnce = 100;
/** A call that was decided on goes on at once; one that has not by then was forgotten by a crash. */
const graceMs = 60_000;

/** Denies calls nobody approved in time, wakes runs that missed a decision, and forgets old arguments. */
export const sweepApprovals = (ports: SweepApprovalsPorts): Job => ({
  name: 'approvals.sweep',
  everyMs,
  run: async (signal) => {
    const { store, clock } = ports;
    for (let due = await store.due(clock.now(), atOnce); due.length > 0 && !signal.aborted; ) {
      for (const approval of due) await expire(approval, ports);
      due = await store.due(clock.now(), atOnce);
    }
    for (const { id } of await store.unsettled(clock.now() - graceMs, atOnce)) await ports.runs.wake(approvalRun, id);
    await store.forget(clock.now() - approvalDefaults.keepArgumentsMs);
  },
});

async function expire(approval: Approval, ports: SweepApprovalsPorts): Promise<void> {
  const { store, runs, audit, clock, tell, onProblem } = ports;
  const { id, organisationId, invocationId, tool, version } = approval;
  if (!(await store.close(id, 'expired', clock.now()))) return;
  const details = { approval: id, invocationId };
  await audit.append({
    organisationId,
    principalId: null,
    action: 'approval.expire',
    subject: `${tool}@${version}`,
    details,
  }).settled;
  await runs.wake(approvalRun, id);
  await tell.expired(approval).catch(onProblem);
}
