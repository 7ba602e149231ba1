import type { CandidateView } from '@assay/contracts';
import { ManageCandidates } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Tools that are tried out on a share of the calls. */
@Controller()
export class CandidatesController {
  constructor(@Inject(ManageCandidates) private readonly candidates: ManageCandidates) {}

  @Endpoint('listCandidates')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    return pageOf(await this.candidates.list(caller), query, (it) => it.id);
  }

  @Endpoint('resumeCandidate')
  async resume(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<CandidateView> {
    return unwrap(await this.candidates.resume(caller, id));
  }
}
