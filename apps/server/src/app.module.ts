import type { PendingChanges } from '@assay/kernel';
import type { AuditReader } from '@assay/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { Logger } from 'pino';
import { HealthController, type Readiness } from './features/operations/health.controller.js';
import { MetricsController } from './features/operations/metrics.controller.js';
import { AlertsController } from './features/findings/alerts.controller.js';
import { ApprovalsController } from './features/approvals/approvals.controller.js';
import { AssuranceController } from './features/assurance/assurance.controller.js';
import { AuditController } from './features/audit/audit.controller.js';
import { BreakersController } from './features/fallbacks/breakers.controller.js';
import { callerGuard } from './edges/caller-guard.js';
import { CapabilitiesController } from './features/capabilities/capabilities.controller.js';
import { ConnectionsController } from './features/connections/connections.controller.js';
import { DiscoveryController } from './features/discovery/discovery.controller.js';
import { EscalationsController } from './features/fallbacks/escalations.controller.js';
import { FallbacksController } from './features/fallbacks/fallbacks.controller.js';
import { FindingsController } from './features/findings/findings.controller.js';
import type { FinishedCalls } from './features/audit/finished-calls.js';
import { GrantsController } from './features/identity/grants.controller.js';
import { IdentityController } from './features/identity/identity.controller.js';
import { IndexController } from './features/discovery/index.controller.js';
import { InvocationsController } from './features/invocations/invocations.controller.js';
import { IsolationController } from './features/servers/isolation.controller.js';
import { LearningController } from './features/discovery/learning.controller.js';
import { LifecycleController } from './features/tools/lifecycle.controller.js';
import { LimitsController } from './features/limits/limits.controller.js';
import { MirrorsController } from './features/mirrors/mirrors.controller.js';
import { ModelsController } from './features/discovery/models.controller.js';
import { NamespacesController } from './features/namespaces/namespaces.controller.js';
import { NoticesController } from './features/notifications/notices.controller.js';
import { OutputsController } from './features/outputs/outputs.controller.js';
import { OwnershipController } from './features/namespaces/ownership.controller.js';
import { PendingChangeInterceptor } from './edges/pending-change.interceptor.js';
import { PoliciesController } from './features/policies/policies.controller.js';
import { ProblemFilter } from './edges/problem-filter.js';
import { PublisherKeysController } from './features/signatures/publisher-keys.controller.js';
import { QuarantinesController } from './features/quarantines/quarantines.controller.js';
import { RegistryKeysController } from './features/signatures/registry-keys.controller.js';
import { ReviewsController } from './features/reviews/reviews.controller.js';
import { RevocationsController } from './features/revocations/revocations.controller.js';
import { RulesController } from './features/discovery/rules.controller.js';
import { RunsController } from './features/runs/runs.controller.js';
import { SagasController } from './features/sagas/sagas.controller.js';
import { ServersController } from './features/servers/servers.controller.js';
import { TeamsController } from './features/identity/teams.controller.js';
import { AUDIT_READER, DOMAIN, FINISHED_CALLS, READINESS, SERVER_HEALTH } from './edges/tokens.js';
import { ToolsController } from './features/tools/tools.controller.js';
import { ToolsetsController } from './features/toolsets/toolsets.controller.js';
import { TrustController } from './features/trust/trust.controller.js';
import type { Health } from './edges/views.js';
import { WebhooksController } from './features/notifications/webhooks.controller.js';
import type { Domain } from './domain.js';

export interface AppParts {
  readonly domain: Domain;
  readonly auditReader: AuditReader;
  readonly pendingChanges: PendingChanges;
  readonly finishedCalls: FinishedCalls;
  readonly serverHealth: (serverId: string) => Health;
  readonly readiness: Readiness;
  readonly strategy: string;
  readonly log: Logger;
}

@Module({})
class AppModule {}

/** The framework's view of the application: controllers, and the values they are given. */
export function appModule({
  domain,
  auditReader,
  pendingChanges,
  finishedCalls,
  serverHealth,
  readiness,
  strategy,
  log,
}: AppParts): DynamicModule {
  const Guard = callerGuard(strategy);
  return {
    module: AppModule,
    controllers: [
      ToolsController,
      TrustController,
      LifecycleController,
      DiscoveryController,
      LearningController,
      RulesController,
      PoliciesController,
      ToolsetsController,
      IndexController,
      CapabilitiesController,
      InvocationsController,
      RunsController,
      OutputsController,
      FallbacksController,
      EscalationsController,
      BreakersController,
      ApprovalsController,
      SagasController,
      ServersController,
      ConnectionsController,
      IdentityController,
      NamespacesController,
      OwnershipController,
      TeamsController,
      GrantsController,
      PublisherKeysController,
      AssuranceController,
      QuarantinesController,
      FindingsController,
      AlertsController,
      RegistryKeysController,
      ReviewsController,
      MirrorsController,
      IsolationController,
      ModelsController,
      RevocationsController,
      NoticesController,
      WebhooksController,
      LimitsController,
      AuditController,
      HealthController,
      MetricsController,
    ],
    providers: [
      { provide: DOMAIN, useValue: domain },
      { provide: AUDIT_READER, useValue: auditReader },
      { provide: FINISHED_CALLS, useValue: finishedCalls },
      { provide: SERVER_HEALTH, useValue: serverHealth },
      { provide: READINESS, useValue: readiness },
      { provide: APP_GUARD, useFactory: () => new Guard() },
      { provide: APP_INTERCEPTOR, useFactory: () => new PendingChangeInterceptor(pendingChanges) },
      { provide: APP_FILTER, useFactory: () => new ProblemFilter(log) },
    ],
  };
}
