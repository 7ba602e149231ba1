import type { RateTool, RatingView, TrustView } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { type ExplainedTrust, ExplainTrust, RateTool as RateToolUseCase, type Rating } from '@assay/trust';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import type { PageQuery } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { DecayedTrust } from './decayed-trust.js';

/** Why a tool is trusted as it is, and what its callers say of it. */
@Controller()
export class TrustController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ExplainTrust) private readonly explaining: ExplainTrust,
    @Inject(RateToolUseCase) private readonly rating: RateToolUseCase,
    @Inject(DecayedTrust) private readonly trust: DecayedTrust,
  ) {}

  @Endpoint('showTrust')
  async show(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { version, days }: { version?: string; days?: number },
  ): Promise<TrustView> {
    return trustView(
      unwrap(await this.explaining.run(caller, `${ns}/${tool}`, version, days)),
      this.trust.halfLifeDays,
    );
  }

  @Endpoint('listRatings')
  async ratings(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() query: PageQuery,
  ) {
    const found = unwrap(await this.rating.list(caller, `${ns}/${tool}`, positionOf(query)));
    const rows = found.map((rating) => ({ ...rating, id: rating.principalId, createdAt: rating.at }));
    const { items, nextCursor } = timedPage(rows, query);
    return { items: items.map((rating) => this.#rating(rating, caller)), nextCursor };
  }

  @Endpoint('rateTool')
  async rate(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Body() body: RateTool,
  ): Promise<RatingView> {
    return this.#rating(unwrap(await this.rating.run(caller, `${ns}/${tool}`, body)), caller);
  }

  /** People are named within their own organisation only. */
  #rating({ tool, stars, comment, principalId, organisationId, at }: Rating, caller: Caller): RatingView {
    const { directory } = this;
    const known = organisationId === caller.organisationId ? directory.principal(principalId) : undefined;
    const organisation = directory.organisation(organisationId)?.name ?? '';
    return { tool, stars, comment, by: known?.name ?? null, organisation, at: isoTime(at) };
  }
}

const trustView = ({ version, t0, history, ...trust }: ExplainedTrust, halfLifeDays: number): TrustView => ({
  tool: version.manifest.name,
  version: version.version,
  view: trust.view,
  base: trust.base,
  decay: trust.decay,
  score: trust.score,
  confidence: trust.confidence,
  t0: isoTime(t0),
  halfLifeDays,
  signals: [...trust.signals],
  audit: version.assurance.audit,
  driftedSince: isoTimeOrNull(version.assurance.driftedSince),
  history: history.map(({ day, ...rest }) => ({ day: isoTime(day).slice(0, 10), ...rest })),
});
