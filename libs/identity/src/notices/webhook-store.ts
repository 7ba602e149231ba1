import type { DeliveryState, NoticeKind } from '@assay/contracts';
import type { Delivery, KeptWebhook, Position, Webhook } from './records.js';

/** Webhooks and their deliveries, as administrators see them. Secrets are sealed by the store. */
export interface WebhookStore {
  add(webhook: Webhook, secret: string): Promise<void>;
  change(id: string, change: WebhookChange): Promise<boolean>;
  /** With its deliveries. */
  remove(id: string): Promise<boolean>;
  find(id: string): Promise<KeptWebhook | undefined>;
  /** In the order of ids. */
  list(organisationId: string): Promise<readonly KeptWebhook[]>;
  /** Newest first. */
  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]>;
  findDelivery(webhookId: string, id: string): Promise<Delivery | undefined>;
  /** Makes an undelivered delivery due immediately, with a full set of attempts; false when there is none. */
  retry(webhookId: string, id: string, at: number): Promise<boolean>;
}

export interface WebhookChange {
  readonly url?: string;
  readonly kinds?: readonly NoticeKind[] | null;
  readonly description?: string | null;
  readonly secret?: string;
  readonly updatedAt: number;
}

export interface DeliveryQuery {
  readonly webhookId: string;
  readonly state: DeliveryState | null;
  readonly after: Position | null;
  readonly limit: number;
}
