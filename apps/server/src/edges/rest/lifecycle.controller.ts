import type { ChangeStatus, Entry } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { describeEntry, type StatusWish } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Body } from './checked.js';
import { Endpoint } from './endpoint.js';
import { DOMAIN } from './tokens.js';

/** Status changes of published versions. */
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
