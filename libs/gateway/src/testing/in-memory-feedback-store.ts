import type { Feedback, FeedbackStore, FeedbackVerdict } from '../feedback/feedback-store.js';

/** Verdicts without a database. */
export class InMemoryFeedbackStore implements FeedbackStore {
  readonly #verdicts = new Map<string, Feedback>();

  async put(feedback: Feedback): Promise<FeedbackVerdict | null> {
    const former = this.#verdicts.get(feedback.invocationId)?.verdict ?? null;
    this.#verdicts.set(feedback.invocationId, feedback);
    return former;
  }
}
