import { acceptedRun, ReportUnknownOutcomes, SettleKeys, settleLost, sweepKeys } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { Module } from '@nestjs/common';
import { warns } from '../../platform/port-sets.js';
import { ACCEPTED_CALLS, AUDIT_LOG, CLOCK, DURABLE_RUNS, IDEMPOTENCY_LEDGER, JOBS } from '../../platform/ports.js';
import { connect, from, recurring, useCase } from '../../platform/provide.js';
import { AuditModule } from '../audit/audit.module.js';
import { RECORDED_CALL } from '../audit/ports.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';

export const ledgerProblems = warns('the ledger of idempotency keys does not answer');

const settling = {
  ...{ unknown: ReportUnknownOutcomes, audit: AUDIT_LOG },
  isRecorded: from(RECORDED_CALL, (find) => async (id: string) => (await find(id)) !== undefined),
};

const providers = [
  useCase(ReportUnknownOutcomes, { notices: NOTICES, directory: Directory, clock: CLOCK }),
  useCase(SettleKeys, {
    ...{ ledger: IDEMPOTENCY_LEDGER, unknown: ReportUnknownOutcomes, clock: CLOCK },
    onProblem: ledgerProblems,
  }),
  recurring(
    'job of keys',
    { ...settling, jobs: JOBS, ledger: IDEMPOTENCY_LEDGER, clock: CLOCK },
    ({ jobs: _, ...ports }) => sweepKeys(ports),
  ),
  connect(
    'run of accepted calls',
    { ...settling, runs: DURABLE_RUNS, accepted: ACCEPTED_CALLS },
    ({ runs, ...ports }) => runs.define(acceptedRun, settleLost(ports)),
  ),
];

/** Idempotency keys of calls, and calls whose outcome is unknown. */
@Module({ imports: [AuditModule, NotificationsModule], providers, exports: providers })
export class IdempotencyModule {}
