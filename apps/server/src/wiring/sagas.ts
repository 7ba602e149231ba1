import type { ApprovalStore, IdempotencyLedger, InvokeTool, NotifyOfApprovals, TrustOf } from '@assay/gateway';
import type { Directory } from '@assay/identity';
import type { AuditLog, Clock, DurableRuns, Jobs, Notices, Random } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import {
  BeginSagas,
  CarryOutSagas,
  Consents,
  ManageSagas,
  NotifyOfSagas,
  type SagaStore,
  sagaRun,
  sweepSagas,
  WakeSagas,
} from '@assay/runs';

export interface WakePartsOfSagas {
  readonly store: SagaStore;
  readonly approvals: ApprovalStore;
  readonly runs: DurableRuns;
  readonly clock: Clock;
  readonly onProblem: (cause: unknown) => void;
}

export interface SagaParts extends WakePartsOfSagas {
  readonly wake: WakeSagas;
  readonly approvalUrl: (id: string) => string;
  readonly tellOfApprovals: NotifyOfApprovals;
  readonly ledger: IdempotencyLedger;
  readonly invoke: InvokeTool;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly trustOf: TrustOf;
  readonly audit: AuditLog;
  readonly notices: Notices;
  readonly jobs: Pick<Jobs, 'add'>;
  /** The address clients use, without a slash at its end. */
  readonly ownUrl: () => string;
  readonly random: Random;
}

/** Before approvals, which wake the sagas that wait for them. */
export const wakeSagas = ({ store, approvals, runs, clock, onProblem }: WakePartsOfSagas): WakeSagas =>
  new WakeSagas({ store, approvals, runs, clock, onProblem });

/** Steps with a way back. */
export function buildSagas(parts: SagaParts) {
  const { store, approvals, runs, wake, catalogue, directory, audit, clock, random, onProblem } = parts;
  const consents = new Consents({
    ...{ store: approvals, catalogue, tell: parts.tellOfApprovals, trustOf: parts.trustOf, clock, onProblem },
  });
  const tell = new NotifyOfSagas({ notices: parts.notices, directory, url: parts.ownUrl, clock });
  const carryOut = new CarryOutSagas({
    ...{ store, approvals, consents, directory, audit, clock, random, tell, onProblem },
    ...{ ledger: parts.ledger, drop: (approvalId: string) => wake.drop(approvalId) },
    invoke: parts.invoke,
  });
  runs.define(sagaRun.kind, carryOut.body);
  parts.jobs.add(sweepSagas({ store, runs, wake, clock }));
  return {
    begin: new BeginSagas({
      ...{ store, approvals, consents, wake, catalogue, directory, audit, clock, random, onProblem },
      approvalUrl: parts.approvalUrl,
    }),
    manage: new ManageSagas({ store, wake, audit, clock, random }),
  };
}
