import { CheckDefinitionsSoon, definitionCheckJob, ToolSources, WatchDefinitions } from '@assay/importing';
import { VisibleConsumers } from '@assay/registry';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { changePorts, memory } from '../../platform/port-sets.js';
import {
  CLOCK,
  DEFINITION_CHECK_STORE,
  GRPC_UPSTREAMS,
  HTTP_UPSTREAMS,
  JOBS,
  LOG,
  MCP_UPSTREAMS,
  QUARANTINE_STORE,
} from '../../platform/ports.js';
import { from, provide, recurring, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { DEFINITION_ROUND } from './ports.js';

const checking = {
  catalogue: memory.catalogue,
  looks: DEFINITION_CHECK_STORE,
  watch: WatchDefinitions,
  clock: CLOCK,
  onProblem: from(
    LOG,
    (log) => (server: string, cause: unknown) =>
      log.warn({ server, reason: (cause as Error)?.message }, 'its definitions could not be compared'),
  ),
};

const providers = [
  provide(
    ToolSources,
    { mcp: MCP_UPSTREAMS, http: HTTP_UPSTREAMS, grpc: GRPC_UPSTREAMS, clock: CLOCK },
    ({ mcp, http, grpc, clock }) => new ToolSources(mcp.source, http.documents, grpc.reflection, clock),
  ),
  useCase(WatchDefinitions, {
    ...changePorts,
    ...memory,
    ...{ source: ToolSources, quarantines: QUARANTINE_STORE, looks: DEFINITION_CHECK_STORE },
    ...{ notices: NOTICES, consumers: VisibleConsumers },
  }),
  useCase(CheckDefinitionsSoon, checking),
  provide(DEFINITION_ROUND, checking, (ports) => definitionCheckJob(ports)),
  recurring('jobs of definitions', { jobs: JOBS, round: DEFINITION_ROUND }, ({ round }) => round),
  onShutdown('checks of definitions', { soon: CheckDefinitionsSoon }, ({ soon }) => soon.stop()),
];

/** Comparing upstreams' definitions with the pinned ones: at imports, when an upstream says so, and daily. */
@Module({ imports: [NotificationsModule], providers, exports: providers })
export class DefinitionsModule {}
