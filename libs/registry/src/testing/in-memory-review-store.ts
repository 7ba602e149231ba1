import type { Review, ReviewDecision, ReviewQuery, ReviewStore } from '../reviews/review.js';

/** Reviews without a database. */
export class InMemoryReviewStore implements ReviewStore {
  readonly #reviews = new Map<string, Review>();

  async open(review: Review): Promise<Review> {
    const present = [...this.#reviews.values()].find((it) => it.subject === review.subject && it.state === 'open');
    if (present === undefined) this.#reviews.set(review.id, review);
    return present ?? review;
  }

  async find(id: string): Promise<Review | undefined> {
    return this.#reviews.get(id);
  }

  async isApproved(subject: string, heldDigest: string): Promise<boolean> {
    return [...this.#reviews.values()].some(
      (it) => it.subject === subject && it.heldDigest === heldDigest && it.state === 'approved',
    );
  }

  async waiting(tool: string): Promise<Review[]> {
    return [...this.#reviews.values()]
      .filter((it) => it.state === 'open' && it.subject.startsWith(`${tool}@`))
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async list({ organisationId, submittedBy, namespaces, state, before, limit }: ReviewQuery): Promise<Review[]> {
    return [...this.#reviews.values()]
      .filter((it) => {
        const isReached = namespaces === null || namespaces.includes(it.subject.split('/', 1)[0] as string);
        return (it.submittedBy === submittedBy && isReached) || it.organisationId === organisationId;
      })
      .filter((it) => (state === undefined || it.state === state) && (before === undefined || it.id < before))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  async decide(id: string, decision: ReviewDecision): Promise<boolean> {
    const present = this.#reviews.get(id);
    if (present?.state !== 'open') return false;
    this.#reviews.set(id, { ...present, ...decision });
    return true;
  }
}
