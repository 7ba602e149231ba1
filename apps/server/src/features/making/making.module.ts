import type { Envelope } from '@assay/contracts';
import { ExportTools, expireTools, ListGaps, MakeDescribedTools, MakeTools, PromoteTools } from '@assay/creation';
import { ClaimNamespace, PublishVersion } from '@assay/registry';
import { pyodideVersion } from '@assay/sandbox';
import { Module } from '@nestjs/common';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { memory } from '../../platform/port-sets.js';
import {
  CALL_LISTS,
  CLOCK,
  HOST_FUNCTIONS,
  JOBS,
  LANGUAGE_MODEL,
  MADE_TOOL_STORE,
  RANDOM,
  SANDBOX,
  TYPE_CHECKERS,
} from '../../platform/ports.js';
import { from, made, recurring, useCase } from '../../platform/provide.js';
import { dependencies } from '../../platform/sandbox/dependencies.js';
import { plainCode, withoutTypes } from '../../platform/sandbox/plain-code.js';
import { AuditModule } from '../audit/audit.module.js';
import { RECORDED_CALL } from '../audit/ports.js';
import { GapsModule } from '../gaps/gaps.module.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { CHANGE_STATUS } from '../lifecycle/ports.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { MadeToolViews } from './made-tool-views.js';
import { MadeToolsController } from './made-tools.controller.js';
import { MakeTool } from './make-tool.js';
import { mcpServerVersion } from './mcp-server-version.js';

const providers = [
  useCase(MakeTools, {
    ...{ store: MADE_TOOL_STORE, publish: PublishVersion, claim: ClaimNamespace, catalogue: memory.catalogue },
    ...{ sandbox: SANDBOX, clock: CLOCK, random: RANDOM, plainCode: from(TYPE_CHECKERS, plainCode) },
    dependencies: made(() => dependencies),
    lists: from(HOST_FUNCTIONS, ({ lists }) => lists),
    hasNamespace: from(memory.directory, (directory) => (name: string) => directory.namespace(name) !== undefined),
  }),
  useCase(PromoteTools, {
    ...{ store: MADE_TOOL_STORE, calls: CALL_LISTS, publish: PublishVersion, clock: CLOCK },
    dependencies: made(() => dependencies),
    argumentsOf: from(RECORDED_CALL, (find) => async (id: string) => {
      const call = (await find(id))?.body as Envelope | undefined;
      return call?.provenance?.argumentsDigest;
    }),
  }),
  useCase(MakeDescribedTools, {
    ...{ model: LANGUAGE_MODEL, gaps: ListGaps, making: MakeTools, clock: CLOCK },
    dependencies: made(() => dependencies),
  }),
  useCase(ExportTools, {
    promoting: PromoteTools,
    dependencies: made(() => dependencies),
    plainCode: made(() => withoutTypes),
    mcpVersion: made(() => mcpServerVersion()),
    pythonVersion: made(() => pyodideVersion),
  }),
  useCase(MadeToolViews, { promoting: PromoteTools, ...memory, sandbox: SANDBOX }),
  recurring(
    'jobs of made tools',
    { jobs: JOBS, store: MADE_TOOL_STORE, change: CHANGE_STATUS, clock: CLOCK },
    ({ store, change, clock }) =>
      expireTools({
        ...{ store, clock },
        yank: (maker, tool, version, reason) => change.run(maker, tool, version, { status: 'YANKED', reason }),
      }),
  ),
  useCase(MakeTool, {
    making: MakeTools,
    described: MakeDescribedTools,
    views: MadeToolViews,
    ceiling: ResponseCeiling,
    clock: CLOCK,
  }),
];

/** Tools that agents make. */
@Module({
  imports: [AuditModule, GapsModule, LifecycleModule, NamespacesModule, ResponseCeilingModule, ToolsModule],
  controllers: [MadeToolsController],
  providers,
  exports: providers,
})
export class MakingModule {}
