import type { Delivery } from './records.js';

/**
 * Deliveries that are due, shared by all replicas. A claim holds a delivery for a while; who claimed it settles it. A
 * claim that was never settled, because its process died, runs out and the delivery is due again.
 */
export interface DeliveryQueue {
  /**
   * Begins an attempt at each of up to `limit` deliveries due at `at`, held until `until`, and never more than
   * `perWebhook` at once of one webhook (about: replicas that claim in the same moment do not count each other's).
   */
  claim(query: ClaimQuery): Promise<readonly ClaimedDelivery[]>;
  /** Adds a delivery whose first attempt has begun already; undefined when the webhook is gone. */
  addClaimed(delivery: Delivery, until: number): Promise<ClaimedDelivery | undefined>;
  /** Ends an attempt, and says of the webhook how it fares. False when the claim had run out and another was made. */
  settle(claimed: ClaimedDelivery, outcome: AttemptOutcome): Promise<boolean>;
  /** Deletes what was delivered before this time; answers how many. */
  prune(before: number): Promise<number>;
  /** Deletes what was given up after a last attempt before this time; answers how many. */
  pruneDead(before: number): Promise<number>;
}

export interface ClaimQuery {
  readonly limit: number;
  readonly perWebhook: number;
  readonly at: number;
  readonly until: number;
}

export interface ClaimedDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** From 1. With `until` it is what the claim is recognised by when it settles. */
  readonly attempt: number;
  readonly until: number;
  readonly url: string;
  /** Null when it does not open with this server's encryption key. */
  readonly secret: string | null;
  readonly body: string;
}

export interface AttemptOutcome {
  /** When the attempt ended. */
  readonly at: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Null when it was delivered. */
  readonly error: string | null;
  /** When to try again; null when it was delivered or is dead. */
  readonly nextAttemptAt: number | null;
}
