import type { Envelope } from '@assay/contracts';
import { routes as routeTable } from '@assay/contracts';
import {
  AcceptCalls,
  GiveFeedback,
  InvokeTool,
  ListCalls,
  RunningCalls,
  RunScheduled,
  scheduledRun,
} from '@assay/gateway';
import { Directory } from '@assay/identity';
import { SuspendCalls } from '@assay/runs';
import { RateTool } from '@assay/trust';
import { Module } from '@nestjs/common';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { InvokeEndpoint } from '../../edges/invoke-endpoint.js';
import { CallsAtClients } from '../../edges/mcp/calls-at-clients.js';
import { CallsAtClientsModule } from '../../edges/mcp/calls-at-clients.module.js';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { TaskCalls } from '../../edges/mcp/tasks/task-calls.js';
import { RequestCaller } from '../../edges/request-caller.js';
import { onInit } from '../../platform/lifecycle.js';
import {
  APPROVAL_STORE,
  AUDIT_LOG,
  CALL_LISTS,
  CLOCK,
  CONFIG,
  DURABLE_RUNS,
  IDEMPOTENCY_LEDGER,
  JOBS,
  RANDOM,
  SCHEDULED_CALLS,
} from '../../platform/ports.js';
import { connect, from, provide, recurring, useCase } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { OwnCalls } from '../approvals/own-calls.js';
import { AuditModule } from '../audit/audit.module.js';
import { FinishedCalls } from '../audit/finished-calls.js';
import { RECORDED_CALL } from '../audit/ports.js';
import { FallbacksModule } from '../fallbacks/fallbacks.module.js';
import { AuthenticationModule } from '../identity/authentication.module.js';
import { RunTasks } from '../runs/run-tasks.js';
import { RunsModule } from '../runs/runs.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { CallListsController } from './call-lists.controller.js';
import { CallTools } from './call-tools.js';
import { CallsModule } from './calls.module.js';
import { InvocationsController } from './invocations.controller.js';
import { RateTools } from './rate-tools.js';

const providers = [
  useCase(InvokeEndpoint, {
    ...{ callers: RequestCaller, invoke: InvokeTool, accepting: AcceptCalls, running: RunningCalls },
    ...{ ledger: IDEMPOTENCY_LEDGER, finished: FinishedCalls, clock: CLOCK, random: RANDOM },
  }),
  onInit('route of calls', { routes: FastifyRoutes, endpoint: InvokeEndpoint }, ({ routes, endpoint }) =>
    routes.serve((fastify) => void fastify.post(routeTable.invoke.path, endpoint.handle)),
  ),
  useCase(TaskCalls, {
    ...{ own: OwnCalls, accepting: AcceptCalls, running: RunningCalls, suspending: SuspendCalls, clock: CLOCK },
    ...{ runs: RunTasks, scheduled: RunScheduled },
  }),
  provide(
    RunScheduled,
    {
      ...{ store: SCHEDULED_CALLS, runs: DURABLE_RUNS, ledger: IDEMPOTENCY_LEDGER, audit: AUDIT_LOG, clock: CLOCK },
      ...{ approvals: APPROVAL_STORE, directory: Directory, recordedCall: RECORDED_CALL, resuming: InvokeTool },
      running: RunningCalls,
      defaultDeadlineMs: from(CONFIG, ({ defaultDeadlineMs }) => defaultDeadlineMs),
    },
    ({ approvals, recordedCall, ...ports }) =>
      new RunScheduled({
        ...ports,
        findApproval: (id) => approvals.find(id),
        recorded: async (id) => (await recordedCall(id))?.body as Envelope | undefined,
      }),
  ),
  connect('run of scheduled calls', { runs: DURABLE_RUNS, scheduled: RunScheduled }, ({ runs, scheduled }) =>
    runs.define(scheduledRun, scheduled.body),
  ),
  recurring('sweep of scheduled calls', { jobs: JOBS, scheduled: RunScheduled }, ({ scheduled }) => scheduled.sweep),
  useCase(ListCalls, { lists: CALL_LISTS, running: RunningCalls }),
  useCase(CallTools, { calls: CallsAtClients, ceiling: ResponseCeiling }),
  useCase(RateTools, { rating: RateTool, feedback: GiveFeedback, own: OwnCalls }),
];

/** Calls for clients: making one, looking at it again, cancelling and judging it. */
@Module({
  imports: [
    ...[ApprovalsModule, AuditModule, AuthenticationModule, CallsAtClientsModule, CallsModule, FallbacksModule],
    ...[ResponseCeilingModule, RunsModule, TrustModule],
  ],
  controllers: [CallListsController, InvocationsController],
  providers,
  exports: providers,
})
export class InvocationsModule {}
