import type { ReviewDecisionBody, ReviewView } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import { Catalogue, DecideReviews, type Review, type ReviewState } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';

const defaultLimit = 50;

/** What waits for a reviewer. */
@Controller()
export class ReviewsController {
  constructor(
    @Inject(DecideReviews) private readonly reviews: DecideReviews,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
  ) {}

  @Endpoint('listReviews')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { state?: ReviewState }) {
    const limit = query.limit ?? defaultLimit;
    const before = query.cursor === undefined ? {} : { before: reviewIn(readCursor(query.cursor)) };
    const state = query.state === undefined ? {} : { state: query.state };
    const found = unwrap(await this.reviews.list(caller, { ...before, ...state, limit: limit + 1 }));
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((it) => this.#view(it)),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null,
    };
  }

  @Endpoint('showReview')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ReviewView> {
    return this.#view(unwrap(await this.reviews.find(caller, id)));
  }

  @Endpoint('decideReview')
  async decide(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { decision, reason }: ReviewDecisionBody,
  ): Promise<ReviewView> {
    const verdict = { approve: decision === 'approve', ...(reason !== undefined && { reason }) };
    return this.#view(unwrap(await this.reviews.decide(caller, id, verdict)));
  }

  @Endpoint('withdrawReview')
  async withdraw(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ReviewView> {
    return this.#view(unwrap(await this.reviews.withdraw(caller, id)));
  }

  #view = (review: Review): ReviewView => reviewView(review, { directory: this.directory, catalogue: this.catalogue });
}

/** The id a cursor of this list holds. */
function reviewIn(key: string): string {
  if (!isUuid(key)) throw badCursor();
  return key;
}

import { reviewView } from './review-views.js';
