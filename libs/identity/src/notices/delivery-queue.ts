import type { Delivery } from './records.js';

/**
 * Due deliveries, shared by all replicas. A claim reserves a delivery for a while, and its holder settles it. A claim
 * that was never settled, because its process died, expires and the delivery is due again.
 */
export interface DeliveryQueue {
  /**
   * Starts an attempt for each of up to `limit` deliveries due at `at`, claimed until `until`, with at most
   * `perWebhook` at a time per webhook (approximately: replicas that claim at the same moment do not count each
   * other's).
   */
  claim(query: ClaimQuery): Promise<readonly ClaimedDelivery[]>;
  /** Adds a delivery whose first attempt has already started; undefined when the webhook is gone. */
  addClaimed(delivery: Delivery, until: number): Promise<ClaimedDelivery | undefined>;
  /** Ends an attempt, and updates the status of the webhook. False when the claim had expired and another was made. */
  settle(claimed: ClaimedDelivery, outcome: AttemptOutcome): Promise<boolean>;
  /** Deletes deliveries completed before this time; returns their number. */
  prune(before: number): Promise<number>;
  /** Deletes deliveries given up after a last attempt before this time; returns their number. */
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
  /** From 1. Together with `until` it identifies the claim when it settles. */
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
  /** The time of the next attempt; null when it was delivered or is dead. */
  readonly nextAttemptAt: number | null;
}
