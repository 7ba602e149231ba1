import type { CreateRule, RuleView } from '@assay/contracts';
import { ManageRules, type Rule } from '@assay/discovery';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Which tool is chosen in which situation. */
@Controller()
export class RulesController {
  constructor(
    @Inject(ManageRules) private readonly rules: ManageRules,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listRules')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.rules.list(caller), query, (it) => it.id);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('createRule')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRule): Promise<RuleView> {
    return this.#view(unwrap(await this.rules.create(caller, body)));
  }

  @Endpoint('deleteRule')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.rules.remove(caller, id));
  }

  #view = ({ id, when, tool, priority, createdAt, createdBy }: Rule): RuleView => ({
    id,
    when,
    tool,
    priority,
    createdAt: isoTime(createdAt),
    createdBy: createdBy === null ? null : (this.directory.principal(createdBy)?.name ?? createdBy),
  });
}
