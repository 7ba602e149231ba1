import type { DeliveryState, NoticeKind } from '@assay/contracts';
import type { Change } from '@assay/kernel';

/** A notification of one principal. Times in ms since the epoch. */
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

/** A webhook with its delivery status. */
export interface KeptWebhook extends Webhook {
  /** The time of the first failure since the last success; null while deliveries succeed. */
  readonly failingSince: number | null;
  readonly lastError: string | null;
  readonly lastDeliveredAt: number | null;
  readonly pending: number;
  readonly dead: number;
}

/** One message to one webhook: pending until it is delivered, or dead when its attempts are used up. */
export interface Delivery {
  /** Sent as `webhook-id`, the same for every attempt. */
  readonly id: string;
  readonly organisationId: string;
  readonly webhookId: string;
  /** Unique per webhook, so that a notice sent twice is delivered once. */
  readonly key: string;
  readonly kind: NoticeKind | 'ping';
  readonly subject: string;
  /** The exact JSON as sent: the signature covers it. */
  readonly body: string;
  readonly state: DeliveryState;
  /** Attempts started since it was created or retried manually. */
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

/** The position after which a list ordered by time, newest first, continues: the row of this time and id. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

/** What waits for people of an organisation, or their notices, changed; the id is the organisation's. It has no state. */
export type InboxChange = Change<'inbox', { readonly id: string }>;
