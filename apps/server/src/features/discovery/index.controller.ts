import type { IndexStatusView } from '@assay/contracts';
import { type IndexReport, MaintainIndex } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';

/** The search index, for those who run the installation. */
@Controller()
export class IndexController {
  constructor(@Inject(MaintainIndex) private readonly index: MaintainIndex) {}

  @Endpoint('showIndex')
  async show(@CurrentCaller() caller: Caller): Promise<IndexStatusView> {
    return view(unwrap(await this.index.status(caller)));
  }

  @Endpoint('rebuildIndex')
  async rebuild(@CurrentCaller() caller: Caller): Promise<IndexStatusView> {
    return view(unwrap(await this.index.rebuild(caller)));
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
