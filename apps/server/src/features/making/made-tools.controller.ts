import type { DescribeTool, ExportedTool, MadeToolView, PromoteMadeTool, ToolTemplate } from '@assay/contracts';
import { ExportTools, type MadeToolStore, MakeDescribedTools, MakeTools, PromoteTools } from '@assay/creation';
import { type Caller, hasScope } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { MADE_TOOL_STORE } from '../../platform/ports.js';
import { MadeToolViews } from './made-tool-views.js';

interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Tools that agents make. */
@Controller()
export class MadeToolsController {
  constructor(
    @Inject(MakeTools) private readonly making: MakeTools,
    @Inject(MakeDescribedTools) private readonly described: MakeDescribedTools,
    @Inject(ExportTools) private readonly exporting: ExportTools,
    @Inject(PromoteTools) private readonly promoting: PromoteTools,
    @Inject(MADE_TOOL_STORE) private readonly store: MadeToolStore,
    @Inject(MadeToolViews) private readonly views: MadeToolViews,
  ) {}

  @Endpoint('makeTool')
  async make(@CurrentCaller() caller: Caller, @Body() body: ToolTemplate): Promise<MadeToolView> {
    return this.views.of(unwrap(await this.making.run(caller, body)));
  }

  @Endpoint('describeMadeTool')
  async describe(@CurrentCaller() caller: Caller, @Body() body: DescribeTool): Promise<MadeToolView> {
    return this.views.of(unwrap(await this.described.run(caller, body)));
  }

  @Endpoint('exportMadeTool')
  async export(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ExportedTool> {
    return unwrap(await this.exporting.run(caller, id));
  }

  @Endpoint('listMadeTools')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null) return { items: [], nextCursor: null };
    const whose = hasScope(caller, 'approvals:decide') ? {} : { principalId };
    const { items, nextCursor } = timedPage(
      await this.store.list({ organisationId, ...whose, ...positionOf(query) }),
      query,
    );
    return { items: await Promise.all(items.map((it) => this.views.of(it))), nextCursor };
  }

  @Endpoint('showMadeTool')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MadeToolView> {
    return this.views.of(unwrap(await this.promoting.find(caller, id)));
  }

  @Endpoint('promoteMadeTool')
  async promote(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: PromoteMadeTool,
  ): Promise<MadeToolView> {
    return this.views.of(unwrap(await this.promoting.decide(caller, id, body)));
  }
}
