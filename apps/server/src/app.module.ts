import type { PendingChanges } from '@assay/kernel';
import type { AuditReader } from '@assay/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { Logger } from 'pino';
import { HealthController, type Readiness } from './edges/health.controller.js';
import { MetricsController } from './edges/metrics.controller.js';
import { AlertsController } from './edges/rest/alerts.controller.js';
import { ApprovalsController } from './edges/rest/approvals.controller.js';
import { AssuranceController } from './edges/rest/assurance.controller.js';
import { AuditController } from './edges/rest/audit.controller.js';
import { BreakersController } from './edges/rest/breakers.controller.js';
import { callerGuard } from './edges/rest/caller-guard.js';
import { CapabilitiesController } from './edges/rest/capabilities.controller.js';
import { ConnectionsController } from './edges/rest/connections.controller.js';
import { DiscoveryController } from './edges/rest/discovery.controller.js';
import { EscalationsController } from './edges/rest/escalations.controller.js';
import { FallbacksController } from './edges/rest/fallbacks.controller.js';
import { FindingsController } from './edges/rest/findings.controller.js';
import type { FinishedCalls } from './edges/rest/finished-calls.js';
import { GrantsController } from './edges/rest/grants.controller.js';
import { IdentityController } from './edges/rest/identity.controller.js';
import { IndexController } from './edges/rest/index.controller.js';
import { InvocationsController } from './edges/rest/invocations.controller.js';
import { IsolationController } from './edges/rest/isolation.controller.js';
import { LearningController } from './edges/rest/learning.controller.js';
import { LifecycleController } from './edges/rest/lifecycle.controller.js';
import { LimitsController } from './edges/rest/limits.controller.js';
import { MirrorsController } from './edges/rest/mirrors.controller.js';
import { ModelsController } from './edges/rest/models.controller.js';
import { NamespacesController } from './edges/rest/namespaces.controller.js';
import { NoticesController } from './edges/rest/notices.controller.js';
import { OutputsController } from './edges/rest/outputs.controller.js';
import { OwnershipController } from './edges/rest/ownership.controller.js';
import { PendingChangeInterceptor } from './edges/rest/pending-change.interceptor.js';
import { PoliciesController } from './edges/rest/policies.controller.js';
import { ProblemFilter } from './edges/rest/problem-filter.js';
import { PublisherKeysController } from './edges/rest/publisher-keys.controller.js';
import { QuarantinesController } from './edges/rest/quarantines.controller.js';
import { RegistryKeysController } from './edges/rest/registry-keys.controller.js';
import { ReviewsController } from './edges/rest/reviews.controller.js';
import { RevocationsController } from './edges/rest/revocations.controller.js';
import { RulesController } from './edges/rest/rules.controller.js';
import { RunsController } from './edges/rest/runs.controller.js';
import { SagasController } from './edges/rest/sagas.controller.js';
import { ServersController } from './edges/rest/servers.controller.js';
import { TeamsController } from './edges/rest/teams.controller.js';
import { AUDIT_READER, DOMAIN, FINISHED_CALLS, READINESS, SERVER_HEALTH } from './edges/rest/tokens.js';
import { ToolsController } from './edges/rest/tools.controller.js';
import { ToolsetsController } from './edges/rest/toolsets.controller.js';
import { TrustController } from './edges/rest/trust.controller.js';
import type { Health } from './edges/rest/views.js';
import { WebhooksController } from './edges/rest/webhooks.controller.js';
import type { Domain } from './wiring/domain.js';

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
