import { Module } from '@nestjs/common';
import { HttpModule } from './edges/http/http.module.js';
import { McpModule } from './edges/mcp/mcp.module.js';
import { ApprovalsModule } from './features/approvals/approvals.module.js';
import { AssuranceModule } from './features/assurance/assurance.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { ClientAuthorizationModule } from './features/authorization/client-authorization.module.js';
import { BackgroundModule } from './features/background/background.module.js';
import { CanariesModule } from './features/canaries/canaries.module.js';
import { CapabilitiesModule } from './features/capabilities/capabilities.module.js';
import { CodeModule } from './features/code/code.module.js';
import { ConnectionsModule } from './features/connections/connections.module.js';
import { ConsoleModule } from './features/console/console.module.js';
import { ContentModule } from './features/content/content.module.js';
import { DashboardModule } from './features/dashboard/dashboard.module.js';
import { DefinitionsModule } from './features/definitions/definitions.module.js';
import { DiscoveryModule } from './features/discovery/discovery.module.js';
import { EvaluationsModule } from './features/evaluations/evaluations.module.js';
import { FallbacksModule } from './features/fallbacks/fallbacks.module.js';
import { FindingsModule } from './features/findings/findings.module.js';
import { GapsModule } from './features/gaps/gaps.module.js';
import { IdentityModule } from './features/identity/identity.module.js';
import { ImportsModule } from './features/imports/imports.module.js';
import { InboxModule } from './features/inbox/inbox.module.js';
import { InstallationModule } from './features/installation/installation.module.js';
import { InvocationsModule } from './features/invocations/invocations.module.js';
import { KitsModule } from './features/kits/kits.module.js';
import { LifecycleModule } from './features/lifecycle/lifecycle.module.js';
import { LimitsModule } from './features/limits/limits.module.js';
import { MakingModule } from './features/making/making.module.js';
import { MirrorsModule } from './features/mirrors/mirrors.module.js';
import { NamespacesModule } from './features/namespaces/namespaces.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { OperationsModule } from './features/operations/operations.module.js';
import { OutputsModule } from './features/outputs/outputs.module.js';
import { PoliciesModule } from './features/policies/policies.module.js';
import { QuarantinesModule } from './features/quarantines/quarantines.module.js';
import { RegistryApiModule } from './features/registry-api/registry-api.module.js';
import { RetentionModule } from './features/retention/retention.module.js';
import { ReviewsModule } from './features/reviews/reviews.module.js';
import { RevocationsModule } from './features/revocations/revocations.module.js';
import { RunsModule } from './features/runs/runs.module.js';
import { SagasModule } from './features/sagas/sagas.module.js';
import { ServersModule } from './features/servers/servers.module.js';
import { SignInModule } from './features/sign-in/sign-in.module.js';
import { SignaturesModule } from './features/signatures/signatures.module.js';
import { SnapshotModule } from './features/snapshot/snapshot.module.js';
import { ToolsModule } from './features/tools/tools.module.js';
import { ToolsetsModule } from './features/toolsets/toolsets.module.js';
import { TrustModule } from './features/trust/trust.module.js';
import { AuthorizationModule } from './platform/authorization/authorization.module.js';
import { CommandsModule } from './platform/commands/commands.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DurableRunsModule } from './platform/durable-runs/durable-runs.module.js';
import { EgressModule } from './platform/egress/egress.module.js';
import { HomeModule } from './platform/home/home.module.js';
import { InspectionModule } from './platform/inspection/inspection.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { MemoryModule } from './platform/memory/memory.module.js';
import { ModelsModule } from './platform/models/models.module.js';
import { RedisModule } from './platform/redis/redis.module.js';
import { SandboxModule } from './platform/sandbox/sandbox.module.js';
import { SearchModule } from './platform/search/search.module.js';
import { SigningModule } from './platform/signing/signing.module.js';
import { UpstreamsModule } from './platform/upstreams/upstreams.module.js';

/** What the server consists of: adapters, features, and the edges that clients reach. */
@Module({
  imports: [
    AuthorizationModule,
    CommandsModule,
    DatabaseModule,
    DurableRunsModule,
    EgressModule,
    HomeModule,
    InspectionModule,
    JobsModule,
    MemoryModule,
    ModelsModule,
    RedisModule,
    SandboxModule,
    SearchModule,
    SigningModule,
    UpstreamsModule,
    ApprovalsModule,
    AssuranceModule,
    AuditModule,
    ClientAuthorizationModule,
    BackgroundModule,
    CanariesModule,
    CapabilitiesModule,
    CodeModule,
    ConnectionsModule,
    ConsoleModule,
    ContentModule,
    DashboardModule,
    DefinitionsModule,
    DiscoveryModule,
    EvaluationsModule,
    FallbacksModule,
    FindingsModule,
    IdentityModule,
    ImportsModule,
    InboxModule,
    InstallationModule,
    InvocationsModule,
    KitsModule,
    LifecycleModule,
    LimitsModule,
    GapsModule,
    MakingModule,
    MirrorsModule,
    NamespacesModule,
    NotificationsModule,
    OperationsModule,
    OutputsModule,
    PoliciesModule,
    QuarantinesModule,
    RegistryApiModule,
    RetentionModule,
    ReviewsModule,
    RevocationsModule,
    RunsModule,
    SagasModule,
    ServersModule,
    SignInModule,
    SignaturesModule,
    SnapshotModule,
    ToolsModule,
    ToolsetsModule,
    TrustModule,
    HttpModule,
    McpModule,
  ],
})
export class AppModule {}
