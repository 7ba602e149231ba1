import type { Gap } from '@assay/contracts';
import { ListGaps } from '@assay/creation';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

interface GapsQuery extends PageQuery {
  readonly kind?: Gap['kind'];
}

/** What no tool does yet. */
@Controller()
export class GapsController {
  constructor(@Inject(ListGaps) private readonly gaps: ListGaps) {}

  @Endpoint('listGaps')
  async list(@CurrentCaller() caller: Caller, @Query() query: GapsQuery) {
    const { items, nextCursor } = pageOf(await this.gaps.run(caller, query.kind), query, ({ id }) => id);
    return { items, nextCursor };
  }
}
