import type { BreakerView } from '@assay/contracts';
import { Breakers, type ShownBreaker } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Which tools are not called for now, and why. */
@Controller()
export class BreakersController {
  constructor(@Inject(Breakers) private readonly breakers: Breakers) {}

  @Endpoint('listBreakers')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const all = this.breakers.list(caller);
    const { items, nextCursor } = pageOf(all, query, ({ version }) => version.id);
    return { items: items.map(breakerView), nextCursor };
  }

  @Endpoint('resetBreaker')
  async reset(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
  ): Promise<BreakerView> {
    return breakerView(unwrap(await this.breakers.reset(caller, `${ns}/${tool}`, version)));
  }
}

const breakerView = ({ version, circuit }: ShownBreaker): BreakerView => ({
  tool: version.manifest.name,
  version: version.version,
  state: circuit.state,
  calls: circuit.calls,
  failures: circuit.failures,
  openUntil: circuit.openUntil === null ? null : isoTime(circuit.openUntil),
  openings: circuit.openings,
  shared: circuit.shared,
});
