import type { CreateToolset, ReplaceToolset, ToolsetView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { Toolset } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

/** Chosen tools under names of their own. */
@Controller()
export class ToolsetsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listToolsets')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.domain.toolsets.manage.list(caller), query, (it) => it.name);
    return { items: items.map((it) => this.#view(this.domain.toolsets.tools.seen(it, caller))), nextCursor };
  }

  @Endpoint('createToolset')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateToolset): Promise<ToolsetView> {
    return this.#view(unwrap(await this.domain.toolsets.manage.create(caller, body)));
  }

  @Endpoint('showToolset')
  show(@CurrentCaller() caller: Caller, @Param('name') name: string): ToolsetView {
    const found = unwrap(this.domain.toolsets.manage.find(caller, name));
    return this.#view(this.domain.toolsets.tools.seen(found, caller));
  }

  @Endpoint('replaceToolset')
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Body() body: ReplaceToolset,
  ): Promise<ToolsetView> {
    return this.#view(unwrap(await this.domain.toolsets.manage.replace(caller, name, body)));
  }

  @Endpoint('deleteToolset')
  async remove(@CurrentCaller() caller: Caller, @Param('name') name: string): Promise<void> {
    unwrap(await this.domain.toolsets.manage.remove(caller, name));
  }

  #view = ({ name, description, visibility, tools, createdAt, createdBy, updatedAt }: Toolset): ToolsetView => ({
    name,
    description,
    visibility,
    tools: tools.map(({ tool, as, preset }) => ({ tool, as, ...(Object.keys(preset).length > 0 && { preset }) })),
    url: `${this.domain.ownUrl()}/mcp/toolsets/${name}`,
    createdAt: isoTime(createdAt),
    createdBy: createdBy === null ? null : (this.domain.directory.principal(createdBy)?.name ?? createdBy),
    updatedAt: isoTime(updatedAt),
  });
}
