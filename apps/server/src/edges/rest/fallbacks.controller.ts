import type { FallbackView, SetFallback } from '@assay/contracts';
import type { ShownHierarchy } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Body, Query } from './checked.js';
import { Endpoint } from './endpoint.js';
import { etagOf, expectedVersion } from './entity-tag.js';
import { type PageQuery, pageOf } from './page.js';
import { DOMAIN } from './tokens.js';

/** Fallback hierarchies of tools. */
@Controller()
export class FallbacksController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listFallbacks')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { manage } = this.domain.hierarchies;
    const { items, nextCursor } = pageOf(manage.list(caller), query, (it) => it.capability);
    return { items: items.map((it) => this.#view(caller, manage.shown(caller, it))), nextCursor };
  }

  @Endpoint('showFallback')
  show(
    @CurrentCaller() caller: Caller,
    @Param('capability') capability: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): FallbackView {
    const shown = unwrap(this.domain.hierarchies.manage.show(caller, capability));
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
    const shown = unwrap(await this.domain.hierarchies.manage.set(caller, capability, body, expected));
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
    unwrap(await this.domain.hierarchies.manage.remove(caller, capability, expected));
  }

  #view(caller: Caller, { hierarchy, levels, warnings }: ShownHierarchy): FallbackView {
    const by = hierarchy.changedBy === null ? undefined : this.domain.directory.principal(hierarchy.changedBy);
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
