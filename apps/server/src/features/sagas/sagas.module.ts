import { InvokeTool, NotifyOfApprovals } from '@assay/gateway';
import { Directory } from '@assay/identity';
import {
  BeginSagas,
  CarryOutSagas,
  Consents,
  ManageSagas,
  NotifyOfSagas,
  sagaRun,
  sweepSagas,
  WakeSagas,
} from '@assay/runs';
import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import {
  APPROVAL_STORE,
  AUDIT_LOG,
  CLOCK,
  DURABLE_RUNS,
  IDEMPOTENCY_LEDGER,
  JOBS,
  OWN_URL,
  RANDOM,
  SAGA_STORE,
} from '../../platform/ports.js';
import { connect, from, recurring, useCase } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { APPROVAL_URL } from '../approvals/ports.js';
import { CallsModule } from '../invocations/calls.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { TRUST_OF } from '../trust/ports.js';
import { TrustModule } from '../trust/trust.module.js';
import { SagaTools } from './saga-tools.js';
import { SagasController } from './sagas.controller.js';
import { sagaProblems, WakeSagasModule } from './wake-sagas.module.js';

const ports = {
  ...memory,
  ...{ store: SAGA_STORE, approvals: APPROVAL_STORE, consents: Consents, wake: WakeSagas, runs: DURABLE_RUNS },
  ...{ audit: AUDIT_LOG, clock: CLOCK, random: RANDOM, onProblem: sagaProblems },
};

const providers = [
  useCase(Consents, {
    ...{ store: APPROVAL_STORE, catalogue: memory.catalogue, tell: NotifyOfApprovals, trustOf: TRUST_OF },
    ...{ clock: CLOCK, onProblem: sagaProblems },
  }),
  useCase(NotifyOfSagas, { notices: NOTICES, directory: Directory, url: OWN_URL, clock: CLOCK }),
  useCase(CarryOutSagas, {
    ...ports,
    ...{ tell: NotifyOfSagas, ledger: IDEMPOTENCY_LEDGER, invoke: InvokeTool },
    drop: from(WakeSagas, (wake) => (approvalId: string) => wake.drop(approvalId)),
  }),
  connect('run of sagas', { runs: DURABLE_RUNS, carryOut: CarryOutSagas }, ({ runs, carryOut }) =>
    runs.define(sagaRun, carryOut.body),
  ),
  recurring('jobs of sagas', { ...ports, jobs: JOBS }, ({ store, wake, clock }) => sweepSagas({ store, wake, clock })),
  useCase(BeginSagas, { ...ports, approvalUrl: APPROVAL_URL }),
  useCase(ManageSagas, ports),
  useCase(SagaTools, { begin: BeginSagas, manage: ManageSagas, directory: Directory, clock: CLOCK }),
];

/** Steps that are undone when one of them fails. */
@Module({
  imports: [ApprovalsModule, CallsModule, NotificationsModule, TrustModule, WakeSagasModule],
  controllers: [SagasController],
  providers,
  exports: providers,
})
export class SagasModule {}
