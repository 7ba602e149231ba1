import type { DeliveryState } from '@assay/contracts';
import type { Delivery } from '@assay/identity';
import { milliseconds } from '../stores/identity-rows.js';

export interface DeliveryRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly webhook_id: string;
  readonly key: string;
  readonly kind: string;
  readonly subject: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

export const deliveryColumns = `id, organisation_id, webhook_id, key, kind, subject, body, state, attempts,
  next_attempt_at, last_attempt_at, last_status, last_error, created_at, delivered_at`;

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  organisationId: row.organisation_id,
  webhookId: row.webhook_id,
  key: row.key,
  kind: row.kind as Delivery['kind'],
  subject: row.subject,
  body: row.body,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: milliseconds(row.next_attempt_at),
  lastAttemptAt: milliseconds(row.last_attempt_at),
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at.getTime(),
  deliveredAt: milliseconds(row.delivered_at),
});

/** What the secret of a webhook is sealed for. */
export const secretContext = (webhookId: string): string => `webhook ${webhookId} secret`;
