import { routes as routeTable } from '@assay/contracts';
import { AcceptCalls, GiveFeedback, InvokeTool, RunningCalls } from '@assay/gateway';
import { Authenticate } from '@assay/identity';
import { RateTool } from '@assay/trust';
import { Module } from '@nestjs/common';
import { FastifyRoutes } from '../../edges/http/fastify-routes.js';
import { InvokeEndpoint } from '../../edges/invoke-endpoint.js';
import { CallsAtClients } from '../../edges/mcp/calls-at-clients.js';
import { CallsAtClientsModule } from '../../edges/mcp/calls-at-clients.module.js';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { onInit } from '../../platform/lifecycle.js';
import { CLOCK, IDEMPOTENCY_LEDGER, RANDOM } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { OwnCalls } from '../approvals/own-calls.js';
import { AuditModule } from '../audit/audit.module.js';
import { FinishedCalls } from '../audit/finished-calls.js';
import { FallbacksModule } from '../fallbacks/fallbacks.module.js';
import { AuthenticationModule } from '../identity/authentication.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { CallTools } from './call-tools.js';
import { CallsModule } from './calls.module.js';
import { InvocationsController } from './invocations.controller.js';
import { RateTools } from './rate-tools.js';

const providers = [
  useCase(InvokeEndpoint, {
    ...{ authenticate: Authenticate, invoke: InvokeTool, accepting: AcceptCalls, running: RunningCalls },
    ...{ ledger: IDEMPOTENCY_LEDGER, finished: FinishedCalls, clock: CLOCK, random: RANDOM },
  }),
  onInit('route of calls', { routes: FastifyRoutes, endpoint: InvokeEndpoint }, ({ routes, endpoint }) =>
    routes.serve((fastify) => void fastify.post(routeTable.invoke.path, endpoint.handle)),
  ),
  useCase(CallTools, { calls: CallsAtClients, ceiling: ResponseCeiling }),
  useCase(RateTools, { rating: RateTool, feedback: GiveFeedback, own: OwnCalls }),
];

/** Calls for clients: making one, looking at it again, cancelling and judging it. */
@Module({
  imports: [
    ...[ApprovalsModule, AuditModule, AuthenticationModule, CallsAtClientsModule, CallsModule, FallbacksModule],
    ...[ResponseCeilingModule, RunsModule, TrustModule],
  ],
  controllers: [InvocationsController],
  providers,
  exports: providers,
})
export class InvocationsModule {}
