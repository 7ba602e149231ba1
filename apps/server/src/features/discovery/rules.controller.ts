import type { CreateRule, RuleView } from '@assay/contracts';
import type { Rule } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

/** Which tool is chosen in which situation. */
@Controller()
export class RulesController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listRules')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.domain.choosing.rules.list(caller), query, (it) => it.id);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('createRule')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRule): Promise<RuleView> {
    return this.#view(unwrap(await this.domain.choosing.rules.create(caller, body)));
  }

  @Endpoint('deleteRule')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.domain.choosing.rules.remove(caller, id));
  }

  #view = ({ id, when, tool, priority, createdAt, createdBy }: Rule): RuleView => ({
    id,
    when,
    tool,
    priority,
    createdAt: isoTime(createdAt),
    createdBy: createdBy === null ? null : (this.domain.directory.principal(createdBy)?.name ?? createdBy),
  });
}
