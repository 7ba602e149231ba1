import type { ChangeStatus, Entry } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { Catalogue, describeEntry, type Lifecycle, type ShowTrust, type StatusWish } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { TRUST_OF } from '../trust/ports.js';
import { CHANGE_STATUS } from './ports.js';

/** Status changes of published versions. */
@Controller()
export class LifecycleController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(TRUST_OF) private readonly trustOf: ShowTrust,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(CHANGE_STATUS) private readonly changing: Lifecycle['change'],
  ) {}

  @Endpoint('changeStatus')
  async changeStatus(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
    @Body() body: ChangeStatus,
  ): Promise<Entry> {
    const { directory, trustOf, catalogue } = this;
    const changed = unwrap(await this.changing.run(caller, `${ns}/${tool}`, version, wishOf(body)));
    return describeEntry(changed, directory, trustOf, catalogue.revocations, caller);
  }
}

const wishOf = ({ status, reason, sunsetAt }: ChangeStatus): StatusWish => ({
  status,
  reason,
  ...(sunsetAt !== undefined && { sunsetAt: sunsetAt === null ? null : Date.parse(sunsetAt) }),
});
