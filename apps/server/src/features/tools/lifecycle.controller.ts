import type { ChangeStatus, Entry } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { describeEntry, type StatusWish } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** Changing what becomes of published versions. */
@Controller()
export class LifecycleController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('changeStatus')
  async changeStatus(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: ChangeStatus,
  ): Promise<Entry> {
    const { directory, trustOf, catalogue, lifecycle } = this.domain;
    const changed = unwrap(await lifecycle.change.run(caller, `${ns}/${tool}`, version, wishOf(body)));
    return describeEntry(changed, directory, trustOf, catalogue.revocations, caller);
  }
}

const wishOf = ({ status, reason, sunsetAt }: ChangeStatus): StatusWish => ({
  status,
  reason,
  ...(sunsetAt !== undefined && { sunsetAt: sunsetAt === null ? null : Date.parse(sunsetAt) }),
});
