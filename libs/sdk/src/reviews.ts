import type { ReviewDecisionBody, ReviewView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What waits for a person's consent: publications that cannot be judged, and names that look like well-known ones. */
export class Reviews {
  constructor(private readonly connection: Connection) {}

  /** What you submitted or may decide, newest first. */
  list(query: ListQuery<'listReviews'> = {}, options?: RequestOptions): PagedList<ReviewView> {
    return listing(this.connection, 'listReviews', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<ReviewView> {
    return this.connection.request('showReview', { path: { id } }, options);
  }

  /** Approves or refuses. What is approved is done at once, in its submitter's name. */
  decide(id: string, decision: ReviewDecisionBody, options?: RequestOptions): Promise<ReviewView> {
    return this.connection.request('decideReview', { path: { id }, body: decision }, options);
  }

  /** Takes your own submission back. */
  withdraw(id: string, options?: RequestOptions): Promise<ReviewView> {
    return this.connection.request('withdrawReview', { path: { id } }, options);
  }
}
