import type { FallbackView, SetFallback } from '@assay/contracts';
import { ManageFallbacks, type ShownHierarchy } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { etagOf, expectedVersion } from '../../edges/entity-tag.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Fallback hierarchies of tools. */
@Controller()
export class FallbacksController {
  constructor(
    @Inject(ManageFallbacks) private readonly fallbacks: ManageFallbacks,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listFallbacks')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const manage = this.fallbacks;
    const { items, nextCursor } = pageOf(manage.list(caller), query, (it) => it.capability);
    return { items: items.map((it) => this.#view(caller, manage.shown(caller, it))), nextCursor };
  }

  @Endpoint('showFallback')
  show(
    @CurrentCaller() caller: Caller,
    @Param('capability') capability: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): FallbackView {
    const shown = unwrap(this.fallbacks.show(caller, capability));
    void reply.header('etag', etagOf(shown.hierarchy.revision));
    return this.#view(caller, shown);
  }

  @Endpoint('setFallback')
  async set(
    @CurrentCaller() caller: Caller,
    @Param('capability') capability: string,
    @Body() body: SetFallback,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FallbackView> {
    const expected = unwrap(expectedVersion(request.headers));
    const shown = unwrap(await this.fallbacks.set(caller, capability, body, expected));
    void reply.header('etag', etagOf(shown.hierarchy.revision));
    return this.#view(caller, shown);
  }

  @Endpoint('deleteFallback')
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('capability') capability: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const expected = unwrap(expectedVersion(request.headers));
    unwrap(await this.fallbacks.remove(caller, capability, expected));
  }

  #view(caller: Caller, { hierarchy, levels, warnings }: ShownHierarchy): FallbackView {
    const by = hierarchy.changedBy === null ? undefined : this.directory.principal(hierarchy.changedBy);
    return {
      capability: hierarchy.capability,
      levels: [...levels],
      escalation: hierarchy.escalates,
      revision: hierarchy.revision,
      warnings: [...warnings],
      changedAt: isoTime(hierarchy.changedAt),
      changedBy: by?.organisationId === caller.organisationId ? by.name : null,
    };
  }
}
