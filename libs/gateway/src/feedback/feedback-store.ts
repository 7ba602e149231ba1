import type { SendFeedback } from '@assay/contracts';

export type FeedbackVerdict = SendFeedback['verdict'];

/** What a caller says of the result of a call of its own. */
export interface Feedback {
  readonly invocationId: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly verdict: FeedbackVerdict;
  readonly reason: string | null;
  /** Whether the call was made with a changed input. */
  readonly repaired: boolean;
  /** Ms since the epoch. */
  readonly at: number;
}

/** What callers said, one verdict a call. */
export interface FeedbackStore {
  /** Puts a verdict in the place of the former one, and answers that; null when there was none. */
  put(feedback: Feedback): Promise<FeedbackVerdict | null>;
}
