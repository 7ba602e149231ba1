import { type Directory, holdersOf } from '@assay/identity';
import type { Clock, Notices } from '@assay/kernel';
import type { Review, ReviewDecision, ReviewQuery, ReviewStore } from './review.js';

export interface NotifyingReviewsPorts {
  readonly reviews: ReviewStore;
  readonly notices: Notices;
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'now'>;
}

/** Reviews that notify the reviewers when one is opened. The review is kept even if the notice fails. */
export class NotifyingReviews implements ReviewStore {
  readonly #ports: NotifyingReviewsPorts;

  constructor(ports: NotifyingReviewsPorts) {
    this.#ports = ports;
  }

  async open(review: Review): Promise<Review> {
    const kept = await this.#ports.reviews.open(review);
    if (kept.id === review.id) await this.#tell(kept).catch(() => undefined);
    return kept;
  }

  find = (id: string): Promise<Review | undefined> => this.#ports.reviews.find(id);
  isApproved = (subject: string, digest: string): Promise<boolean> => this.#ports.reviews.isApproved(subject, digest);
  waiting = (tool: string): Promise<Review[]> => this.#ports.reviews.waiting(tool);
  list = (query: ReviewQuery): Promise<Review[]> => this.#ports.reviews.list(query);
  decide = (id: string, decision: ReviewDecision): Promise<boolean> => this.#ports.reviews.decide(id, decision);

  async #tell({ id, kind, subject, organisationId, submittedBy }: Review): Promise<void> {
    const { notices, directory, clock } = this.#ports;
    const to = holdersOf(directory, organisationId, 'approvals:decide', clock.now()).filter(
      (it) => it.principalId !== submittedBy,
    );
    if (to.length === 0) return;
    const text = `${subject} is waiting for your review: GET /v1/reviews/${id} shows why, POST /v1/reviews/${id}/decision decides.`;
    await notices.send([
      { key: `review.opened ${id}`, kind: 'review.opened', subject, text, details: { review: id, kind }, to },
    ]);
  }
}
