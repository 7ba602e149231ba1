import type { NoticeKind } from '@assay/contracts';
import type { Delivery, DeliveryQuery, KeptWebhook, Webhook, WebhookChange, WebhookStore } from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { milliseconds } from '../stores/identity-rows.js';
import { type DeliveryRow, deliveryColumns, secretContext, toDelivery } from './delivery-rows.js';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly url: string;
  readonly kinds: NoticeKind[];
  readonly description: string | null;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly updated_at: Date;
  readonly failing_since: Date | null;
  readonly last_error: string | null;
  readonly last_delivered_at: Date | null;
  readonly pending: string;
  readonly dead: string;
}

/** Counts of what waits and what was given up come from the partial indexes of each. */
const select = `SELECT id, organisation_id, url, kinds, description, created_at, created_by, updated_at, failing_since,
    last_error, last_delivered_at,
    (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'pending') AS pending,
    (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'dead') AS dead
  FROM webhooks`;

const toWebhook = (row: Row): KeptWebhook => ({
  id: row.id,
  organisationId: row.organisation_id,
  url: row.url,
  kinds: row.kinds.length === 0 ? null : row.kinds,
  description: row.description,
  createdAt: row.created_at.getTime(),
  createdBy: row.created_by,
  updatedAt: row.updated_at.getTime(),
  failingSince: milliseconds(row.failing_since),
  lastError: row.last_error,
  lastDeliveredAt: milliseconds(row.last_delivered_at),
  pending: Number(row.pending),
  dead: Number(row.dead),
});

/** Webhooks and their deliveries in PostgreSQL, as administrators see them. */
export class PostgresWebhookStore implements WebhookStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async add(webhook: Webhook, secret: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO webhooks (id, organisation_id, url, kinds, description, secret, created_at, created_by, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        webhook.id,
        webhook.organisationId,
        webhook.url,
        webhook.kinds ?? [],
        webhook.description,
        this.sealer.seal(secret, secretContext(webhook.id)),
        new Date(webhook.createdAt),
        webhook.createdBy,
        new Date(webhook.updatedAt),
      ],
    );
  }

  async change(id: string, { url, kinds, description, secret, updatedAt }: WebhookChange): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE webhooks SET url = coalesce($2, url), kinds = coalesce($3, kinds),
         description = CASE WHEN $4 THEN $5 ELSE description END, secret = coalesce($6, secret), updated_at = $7
       WHERE id = $1`,
      [
        id,
        url ?? null,
        kinds === undefined ? null : (kinds ?? []),
        description !== undefined,
        description ?? null,
        secret === undefined ? null : this.sealer.seal(secret, secretContext(id)),
        new Date(updatedAt),
      ],
    );
    return rowCount === 1;
  }

  async remove(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('DELETE FROM webhooks WHERE id = $1', [id]);
    return rowCount === 1;
  }

  async find(id: string): Promise<KeptWebhook | undefined> {
    const { rows } = await this.pool.query<Row>(`${select} WHERE id = $1`, [id]);
    return rows[0] && toWebhook(rows[0]);
  }

  async list(organisationId: string): Promise<readonly KeptWebhook[]> {
    const { rows } = await this.pool.query<Row>(`${select} WHERE organisation_id = $1 ORDER BY id`, [organisationId]);
    return rows.map(toWebhook);
  }

  async deliveries({ webhookId, state, after, limit }: DeliveryQuery): Promise<readonly Delivery[]> {
    const { rows } = await this.pool.query<DeliveryRow>(
      `SELECT ${deliveryColumns} FROM webhook_deliveries
       WHERE webhook_id = $1 AND ($2::text IS NULL OR state = $2)
         AND ($3::bigint IS NULL OR (created_at, id) < (to_timestamp($3 / 1000.0), $4::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [webhookId, state, after?.at ?? null, after?.id ?? null, limit],
    );
    return rows.map(toDelivery);
  }

  async findDelivery(webhookId: string, id: string): Promise<Delivery | undefined> {
    const { rows } = await this.pool.query<DeliveryRow>(
      `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE webhook_id = $1 AND id = $2`,
      [webhookId, id],
    );
    return rows[0] && toDelivery(rows[0]);
  }

  async retry(webhookId: string, id: string, at: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_attempt_at = $3
       WHERE webhook_id = $1 AND id = $2 AND state <> 'delivered' 
         AND NOT (state = 'pending' AND attempts > 0 AND last_error IS NULL AND next_attempt_at > $3)`,
      [webhookId, id, new Date(at)],
    );
    return rowCount === 1;
  }
}
