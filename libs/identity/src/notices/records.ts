import type { DeliveryState, NoticeKind } from '@assay/contracts';

/** What one principal was told. Times in ms since the epoch. */
export interface Notification {
  readonly id: string;
  readonly organisationId: string;
  readonly principalId: string;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
  readonly readAt: number | null;
}

/** An address of an organisation that notices are POSTed to. Its secret stays with the store. */
export interface Webhook {
  readonly id: string;
  readonly organisationId: string;
  readonly url: string;
  /** Null for every kind. */
  readonly kinds: readonly NoticeKind[] | null;
  readonly description: string | null;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly updatedAt: number;
}

/** A webhook and how it fares. */
export interface KeptWebhook extends Webhook {
  /** When the first attempt failed since the last that did not; null while all is well. */
  readonly failingSince: number | null;
  readonly lastError: string | null;
  readonly lastDeliveredAt: number | null;
  readonly pending: number;
  readonly dead: number;
}

/** One message to one webhook: pending until it is delivered, or dead when its attempts are used up. */
export interface Delivery {
  /** Travels as `webhook-id`, the same at every attempt. */
  readonly id: string;
  readonly organisationId: string;
  readonly webhookId: string;
  /** Unique in the webhook, so that a notice sent twice is delivered once. */
  readonly key: string;
  readonly kind: NoticeKind | 'ping';
  readonly subject: string;
  /** JSON as it is sent, character by character: the signature covers it. */
  readonly body: string;
  readonly state: DeliveryState;
  /** Attempts begun since it was made or retried by hand. */
  readonly attempts: number;
  /** Null unless pending. */
  readonly nextAttemptAt: number | null;
  readonly lastAttemptAt: number | null;
  /** Null when there was no answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
  /** Null unless delivered. */
  readonly deliveredAt: number | null;
}

/** Where a list ordered by time, newest first, goes on: after the row of this time and id. */
export interface Position {
  readonly at: number;
  readonly id: string;
}
