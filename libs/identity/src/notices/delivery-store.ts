import type { Notice, Notices } from '@assay/kernel';
import type { Delivery } from './records.js';

/** An attempt without an outcome counts as lost with its process after this time, longer than any attempt takes. */
export const attemptLostAfterMs = 60_000;
/** A job is announced by the database's clock, and begins by its replica's: so far the two may differ. */
export const clocksDifferMs = 1_000;

/** A delivery that the queue knows of. */
export interface QueuedDelivery {
  readonly delivery: string;
  readonly webhook: string;
}

/** Notices that answer which deliveries they made, so that these can be queued. */
export interface DeliveringNotices extends Notices {
  write(notices: readonly Notice[]): Promise<readonly QueuedDelivery[]>;
}

/** Delivery attempts and their outcomes. The queue decides which one runs when. */
export interface DeliveryStore {
  /**
   * Begins the next attempt at a delivery that is due. Undefined when it is not: delivered, dead, gone, due later, or its
   * attempt on another replica has no outcome yet.
   */
  begin(id: string, at: number): Promise<BegunDelivery | undefined>;
  /** Adds a delivery whose first attempt has begun; undefined when the webhook is gone. */
  addBegun(delivery: Delivery): Promise<BegunDelivery | undefined>;
  /** Ends an attempt and updates the webhook's health. False when another attempt has begun since. */
  settle(begun: BegunDelivery, outcome: AttemptOutcome): Promise<boolean>;
  /** Makes a delivery due whose attempt was cut short. */
  release(begun: BegunDelivery, at: number): Promise<void>;
  /** Deliveries due before this time, longest due first. */
  overdue(before: number, limit: number): Promise<readonly QueuedDelivery[]>;
  /** Deletes what was delivered before this time; answers how many. */
  prune(before: number): Promise<number>;
  /** Deletes what was given up after a last attempt before this time; answers how many. */
  pruneDead(before: number): Promise<number>;
}

export interface BegunDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** From 1. Only the newest attempt settles. */
  readonly attempt: number;
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
