import type { ReviewDecisionBody, ReviewView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull, isUuid } from '@assay/kernel';
import { publicationDifferences, type Review, type ReviewState } from '@assay/registry';
import { Controller, HttpStatus, Inject, Param } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

const defaultLimit = 50;

/** What waits for a reviewer. */
@Controller()
export class ReviewsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listReviews')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { state?: ReviewState }) {
    const limit = query.limit ?? defaultLimit;
    const before = query.cursor === undefined ? {} : { before: reviewIn(readCursor(query.cursor)) };
    const state = query.state === undefined ? {} : { state: query.state };
    const found = unwrap(await this.domain.reviews.list(caller, { ...before, ...state, limit: limit + 1 }));
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((it) => this.#view(it)),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null,
    };
  }

  @Endpoint('showReview')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ReviewView> {
    return this.#view(unwrap(await this.domain.reviews.find(caller, id)));
  }

  @Endpoint('decideReview')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { decision, reason }: ReviewDecisionBody,
  ): Promise<ReviewView> {
    const verdict = { approve: decision === 'approve', ...(reason !== undefined && { reason }) };
    return this.#view(unwrap(await this.domain.reviews.decide(caller, id, verdict)));
  }

  @Endpoint('withdrawReview')
  async withdraw(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ReviewView> {
    return this.#view(unwrap(await this.domain.reviews.withdraw(caller, id)));
  }

  #view = (review: Review): ReviewView => reviewView(review, this.domain);
}

/** The id a cursor of this list holds. */
function reviewIn(key: string): string {
  if (!isUuid(key)) throw badCursor();
  return key;
}

/** A review as its submitter and its reviewers see it; while it is open, beside what it would be published next to. */
export function reviewView(
  review: Review,
  { directory, catalogue }: Pick<Domain, 'directory' | 'catalogue'>,
): ReviewView {
  const { id, kind, subject, state, findings, held, reason } = review;
  const manifest = held.act.kind === 'publish' ? held.act.manifest : undefined;
  return {
    id,
    kind,
    subject,
    state,
    findings: [...findings],
    ...(manifest && { manifest, differences: publicationDifferences(manifest, catalogue) }),
    ...(held.act.kind === 'capability' && { capability: held.act.proposal }),
    submittedBy: nameOf(review.submittedBy, directory),
    submittedAt: isoTime(review.submittedAt),
    decidedBy: review.decidedBy === null ? null : nameOf(review.decidedBy, directory),
    decidedAt: isoTimeOrNull(review.decidedAt),
    reason,
  };
}

/** Answers that a reviewer has to consent first: 202, and where the review is. */
export function heldView(
  review: Review,
  domain: Pick<Domain, 'directory' | 'catalogue'>,
  reply: FastifyReply,
): ReviewView {
  void reply.status(HttpStatus.ACCEPTED).header('location', `/v1/reviews/${review.id}`);
  return reviewView(review, domain);
}

const nameOf = (principalId: string, directory: Directory): string =>
  directory.principal(principalId)?.name ?? 'unknown';
