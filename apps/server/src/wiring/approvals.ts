import type { Envelope } from '@assay/contracts';
import {
  type ApprovalStore,
  approvalRun,
  DecideApprovals,
  type IdempotencyLedger,
  type InvokeTool,
  NotifyOfApprovals,
  OpenApprovals,
  type RunningCalls,
  SettleApprovals,
  sweepApprovals,
  type TrustOf,
  type WaitingSagas,
} from '@assay/gateway';
import type { Caller, Directory } from '@assay/identity';
import type { AuditLog, Clock, DurableRuns, Jobs, Notices, Random } from '@assay/kernel';

/** A call as the audit log has it. */
export interface RecordedCall {
  readonly principalId: string | null;
  readonly body: unknown;
}

export interface ApprovalParts {
  readonly store: ApprovalStore;
  readonly runs: DurableRuns;
  readonly directory: Directory;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add'>;
  readonly ledger: IdempotencyLedger;
  readonly audit: AuditLog;
  readonly trustOf: TrustOf;
  /** The address clients use, without a slash at its end. */
  readonly ownUrl: () => string;
  /** What goes on with calls; made after this. */
  readonly invoke: () => InvokeTool;
  readonly clock: Clock;
  readonly random: Random;
  readonly defaultDeadlineMs: number;
  readonly recordedCall: (id: string) => Promise<RecordedCall | undefined>;
  readonly running: Pick<RunningCalls, 'find'>;
  /** Those that wait for approvals themselves. */
  readonly sagas: WaitingSagas;
  readonly onProblem: (cause: unknown) => void;
}

/** Calls that wait for a person: asking, deciding, and going on. */
export function buildApprovals(parts: ApprovalParts) {
  const { store, runs, directory, notices, jobs, ledger, audit, clock, random, trustOf, onProblem } = parts;
  const urlOf = (id: string): string => `${parts.ownUrl()}/approvals/${id}`;
  const tell = new NotifyOfApprovals({ notices, directory, urlOf, clock });
  const settling = new SettleApprovals({
    ...{ store, ledger, directory, audit, clock, runs, sagas: parts.sagas },
    recorded: async (id) => (await parts.recordedCall(id))?.body as Envelope | undefined,
    resuming: {
      resume: (call) => parts.invoke().resume(call),
      refuse: (call, failure) => parts.invoke().refuse(call, failure),
    },
    defaultDeadlineMs: parts.defaultDeadlineMs,
  });
  runs.define(approvalRun, settling.body);
  jobs.add(sweepApprovals({ store, runs, tell, audit, clock, onProblem }));
  return {
    tell,
    opening: new OpenApprovals({ store, runs, tell, trustOf, urlOf, clock, random, onProblem }),
    deciding: new DecideApprovals({ store, runs, tell, audit, clock, onProblem }),
    urlOf,
    store,
    clock,
    /** A call of the caller's own as it is now, running or recorded. */
    envelopeOf: async ({ principalId }: Caller, id: string): Promise<Envelope | undefined> => {
      const running = parts.running.find(id, principalId);
      if (running !== undefined) return running.view();
      const recorded = await parts.recordedCall(id);
      return recorded?.principalId === principalId ? (recorded.body as Envelope) : undefined;
    },
  };
}
