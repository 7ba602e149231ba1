import type { IndexStatusView } from '@assay/contracts';
import type { IndexReport } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** The search index, for those who run the installation. */
@Controller()
export class IndexController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('showIndex')
  async show(@CurrentCaller() caller: Caller): Promise<IndexStatusView> {
    return view(unwrap(await this.domain.searchIndex.status(caller)));
  }

  @Endpoint('rebuildIndex')
  async rebuild(@CurrentCaller() caller: Caller): Promise<IndexStatusView> {
    return view(unwrap(await this.domain.searchIndex.rebuild(caller)));
  }
}

const view = ({ problem, pending, building, rebuild, ...status }: IndexReport): IndexStatusView => ({
  ...status,
  problem: problem ?? null,
  pending: pending ?? null,
  building: building ?? null,
  rebuild: rebuild && {
    ...rebuild,
    startedAt: isoTime(rebuild.startedAt),
    finishedAt: rebuild.finishedAt === null ? null : isoTime(rebuild.finishedAt),
  },
});
