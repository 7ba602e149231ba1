import type { CreateToolset, ReplaceToolset, ToolsetView } from '@assay/contracts';
import { ToolsetTools } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { ManageToolsets, type Toolset } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { OWN_URL } from '../../platform/ports.js';

/** Chosen tools under names of their own. */
@Controller()
export class ToolsetsController {
  constructor(
    @Inject(ManageToolsets) private readonly toolsets: ManageToolsets,
    @Inject(ToolsetTools) private readonly toolsetTools: ToolsetTools,
    @Inject(OWN_URL) private readonly ownUrl: () => string,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listToolsets')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.toolsets.list(caller), query, (it) => it.name);
    return { items: items.map((it) => this.#view(this.toolsetTools.seen(it, caller))), nextCursor };
  }

  @Endpoint('createToolset')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateToolset): Promise<ToolsetView> {
    return this.#view(unwrap(await this.toolsets.create(caller, body)));
  }

  @Endpoint('showToolset')
  show(@CurrentCaller() caller: Caller, @Param('name') name: string): ToolsetView {
    const found = unwrap(this.toolsets.find(caller, name));
    return this.#view(this.toolsetTools.seen(found, caller));
  }

  @Endpoint('replaceToolset')
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Body() body: ReplaceToolset,
  ): Promise<ToolsetView> {
    return this.#view(unwrap(await this.toolsets.replace(caller, name, body)));
  }

  @Endpoint('deleteToolset')
  async remove(@CurrentCaller() caller: Caller, @Param('name') name: string): Promise<void> {
    unwrap(await this.toolsets.remove(caller, name));
  }

  #view = ({
    name,
    description,
    visibility,
    tools,
    createdAt,
    createdBy,
    updatedAt,
    ...answering
  }: Toolset): ToolsetView => ({
    name,
    description,
    visibility,
    tools: tools.flatMap(({ tool, as, preset, structured, candidates = [] }) => [
      {
        ...{ tool, as },
        ...(Object.keys(preset).length > 0 && { preset }),
        ...(structured === false && { structured }),
      },
      ...candidates.map((it) => ({ ...it, as })),
    ]),
    responseTokens: answering.responseTokens,
    enables: [...answering.enables],
    url: `${this.ownUrl()}/mcp/toolsets/${name}`,
    createdAt: isoTime(createdAt),
    createdBy: createdBy === null ? null : (this.directory.principal(createdBy)?.name ?? createdBy),
    updatedAt: isoTime(updatedAt),
  });
}
