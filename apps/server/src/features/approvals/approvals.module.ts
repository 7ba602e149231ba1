import type { Envelope } from '@assay/contracts';
import {
  ApprovalLinks,
  approvalRun,
  DecideApprovals,
  DelegateApprovals,
  InvokeTool,
  limitedFor,
  NotifyOfApprovals,
  OpenApprovals,
  RunningCalls,
  SettleApprovals,
  sweepApprovals,
} from '@assay/gateway';
import { Directory } from '@assay/identity';
import { Catalogue } from '@assay/registry';
import { WakeSagas } from '@assay/runs';
import { Module } from '@nestjs/common';
import { warns } from '../../platform/port-sets.js';
import {
  APPROVAL_STORE,
  AUDIT_LOG,
  CLOCK,
  CONFIG,
  DURABLE_RUNS,
  IDEMPOTENCY_LEDGER,
  JOBS,
  PEOPLE_URL,
  RANDOM,
  SCHEDULED_CALLS,
  SEALER,
} from '../../platform/ports.js';
import { connect, from, later, provide, recurring, useCase } from '../../platform/provide.js';
import { AuditModule } from '../audit/audit.module.js';
import { RECORDED_CALL } from '../audit/ports.js';
import { LimitsModule } from '../limits/limits.module.js';
import { CALL_LIMITS } from '../limits/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { WakeSagasModule } from '../sagas/wake-sagas.module.js';
import { TRUST_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { DelegationsController } from './delegations.controller.js';
import { OwnCalls } from './own-calls.js';
import { APPROVAL_URL } from './ports.js';

const ports = {
  ...{ store: APPROVAL_STORE, runs: DURABLE_RUNS, audit: AUDIT_LOG, clock: CLOCK, random: RANDOM },
  tell: NotifyOfApprovals,
  onProblem: warns('failed to resume a call waiting for a person; retrying'),
};

const providers = [
  provide(
    APPROVAL_URL,
    { peopleUrl: PEOPLE_URL },
    ({ peopleUrl }) =>
      (id) =>
        `${peopleUrl()}/approvals/${id}`,
  ),
  provide(
    ApprovalLinks,
    {
      ...{ sealer: SEALER, store: APPROVAL_STORE, audit: AUDIT_LOG, clock: CLOCK },
      ...{ directory: Directory, urlOf: APPROVAL_URL, peopleUrl: PEOPLE_URL },
    },
    ({ peopleUrl, ...all }) =>
      new ApprovalLinks({ ...all, pageOf: (token) => `${peopleUrl()}/approvals/links/${token}` }),
  ),
  provide(
    NotifyOfApprovals,
    { notices: NOTICES, directory: Directory, urlOf: APPROVAL_URL, clock: CLOCK, links: ApprovalLinks },
    ({ links, ...all }) =>
      new NotifyOfApprovals({ ...all, linkFor: (approval, principalId) => links.linkFor(approval, principalId) }),
  ),
  useCase(OpenApprovals, { ...ports, trustOf: TRUST_OF, urlOf: APPROVAL_URL }),
  useCase(DecideApprovals, { ...ports, directory: Directory, urlOf: APPROVAL_URL }),
  useCase(DelegateApprovals, { ...ports, deciding: DecideApprovals, directory: Directory }),
  provide(
    SettleApprovals,
    {
      ...ports,
      ...{ ledger: IDEMPOTENCY_LEDGER, directory: Directory, sagas: WakeSagas, recordedCall: RECORDED_CALL },
      // Calls ask for approvals.
      invoke: later(InvokeTool),
      ...{ limits: CALL_LIMITS, catalogue: Catalogue },
      defaultDeadlineMs: from(CONFIG, ({ defaultDeadlineMs }) => defaultDeadlineMs),
    },
    ({ recordedCall, invoke, limits, catalogue, ...all }) =>
      new SettleApprovals({
        ...all,
        limitedForMs: limitedFor(limits, catalogue),
        recorded: async (id) => (await recordedCall(id))?.body as Envelope | undefined,
        resuming: {
          resume: (call) => invoke().resume(call),
          refuse: (call, failure) => invoke().refuse(call, failure),
        },
      }),
  ),
  connect('run of approvals', { runs: DURABLE_RUNS, settling: SettleApprovals }, ({ runs, settling }) =>
    runs.define(approvalRun, settling.body),
  ),
  recurring('jobs of approvals', { jobs: JOBS, ...ports, settling: SettleApprovals }, ({ jobs: _, ...all }) =>
    sweepApprovals(all),
  ),
  provide(
    OwnCalls,
    { running: RunningCalls, recordedCall: RECORDED_CALL, scheduled: SCHEDULED_CALLS },
    ({ running, recordedCall, scheduled }) => new OwnCalls(running, recordedCall, scheduled),
  ),
];

/** Calls that wait for a person: asking, deciding, and continuing. */
@Module({
  imports: [AuditModule, LimitsModule, NotificationsModule, TrustModule, WakeSagasModule],
  controllers: [ApprovalsController, DelegationsController],
  providers,
  exports: providers,
})
export class ApprovalsModule {}
