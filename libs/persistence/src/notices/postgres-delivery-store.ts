import {
  type AttemptOutcome,
  attemptLostAfterMs,
  type BegunDelivery,
  clocksDifferMs,
  type Delivery,
  type DeliveryStore,
  type QueuedDelivery,
} from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { moment } from '../stores/identity-rows.js';
import { secretContext } from './delivery-rows.js';

interface BegunRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly attempt: number;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/** Attempts at deliveries, in PostgreSQL. */
export class PostgresDeliveryStore implements DeliveryStore {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async begin(id: string, at: number): Promise<BegunDelivery | undefined> {
    const { rows } = await this.pool.query<BegunRow>({
      name: 'begin-delivery',
      text: begin,
      values: [id, new Date(at), new Date(at + clocksDifferMs), new Date(at + attemptLostAfterMs)],
    });
    return rows[0] && this.toBegun(rows[0]);
  }

  async addBegun(delivery: Delivery): Promise<BegunDelivery | undefined> {
    const { id, webhookId, key, kind, subject, body, attempts, nextAttemptAt, createdAt } = delivery;
    const { rows } = await this.pool.query<BegunRow>(addBegun, [
      ...[id, webhookId, key, kind, subject, body, attempts],
      ...[new Date(createdAt), moment(nextAttemptAt)],
    ]);
    return rows[0] && this.toBegun(rows[0]);
  }

  async release({ id, attempt }: BegunDelivery, at: number): Promise<void> {
    await this.pool.query(
      `UPDATE webhook_deliveries SET next_attempt_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'pending'`,
      [id, attempt, new Date(at)],
    );
  }

  async overdue(before: number, limit: number): Promise<readonly QueuedDelivery[]> {
    const { rows } = await this.pool.query<QueuedDelivery>({
      name: 'overdue-deliveries',
      text: `SELECT id AS delivery, webhook_id AS webhook FROM webhook_deliveries
        WHERE state = 'pending' AND next_attempt_at < $1 ORDER BY next_attempt_at, id LIMIT $2`,
      values: [new Date(before), limit],
    });
    return rows;
  }

  async settle({ id, attempt }: BegunDelivery, outcome: AttemptOutcome): Promise<boolean> {
    const { at, status, error, nextAttemptAt } = outcome;
    const state = error === null ? 'delivered' : nextAttemptAt === null ? 'dead' : 'pending';
    const { rows } = await this.pool.query<{ settled: string }>({
      name: 'settle-delivery',
      text: settle,
      values: [id, attempt, state, new Date(at), status, error, moment(nextAttemptAt)],
    });
    return rows[0]?.settled === '1';
  }

  async prune(before: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM webhook_deliveries WHERE state = 'delivered' AND delivered_at < $1`,
      [new Date(before)],
    );
    return rowCount ?? 0;
  }

  async pruneDead(before: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM webhook_deliveries WHERE state = 'dead' AND coalesce(last_attempt_at, created_at) < $1`,
      [new Date(before)],
    );
    return rowCount ?? 0;
  }

  /** One secret that does not open concerns its webhook alone. */
  private toBegun(row: BegunRow): BegunDelivery {
    const { id, attempt, url, body } = row;
    return { id, webhookId: row.webhook_id, attempt, url, body, secret: this.openSecret(row) };
  }

  private openSecret({ secret, webhook_id }: BegunRow): string | null {
    try {
      return this.sealer.open(secret, secretContext(webhook_id));
    } catch {
      return null;
    }
  }
}

/** Without an outcome it is due again once it counts as lost. */
const begin = `
  UPDATE webhook_deliveries AS delivery
  SET attempts = attempts + 1, last_attempt_at = $2, next_attempt_at = $4, last_status = NULL, last_error = NULL
  FROM webhooks
  WHERE delivery.id = $1 AND delivery.state = 'pending' AND delivery.next_attempt_at <= $3
    AND webhooks.id = delivery.webhook_id
  RETURNING delivery.id, delivery.webhook_id, delivery.attempts AS attempt, webhooks.url, webhooks.secret, delivery.body`;

const addBegun = `
  WITH webhook AS (
    SELECT id, organisation_id, url, secret FROM webhooks WHERE id = $2 FOR KEY SHARE
  ), added AS (
    INSERT INTO webhook_deliveries (id, organisation_id, webhook_id, key, kind, subject, body, state, attempts,
      next_attempt_at, last_attempt_at, created_at)
    SELECT $1, organisation_id, id, $3, $4, $5, $6, 'pending', $7, $9, $8, $8 FROM webhook
    RETURNING id, webhook_id, attempts, body
  )
  SELECT added.id, webhook_id, attempts AS attempt, url, secret, body
  FROM added JOIN webhook ON webhook.id = webhook_id`;

/** Only the newest attempt settles, and only then is the webhook's health updated. */
const settle = `
  WITH settled AS (
    UPDATE webhook_deliveries
    SET state = $3, next_attempt_at = $7, last_status = $5, last_error = $6,
      delivered_at = CASE WHEN $3 = 'delivered' THEN $4::timestamptz END
    WHERE id = $1 AND attempts = $2 AND state = 'pending'
    RETURNING webhook_id
  ), updated AS (
    UPDATE webhooks
    SET failing_since = CASE WHEN $3 = 'delivered' THEN NULL ELSE coalesce(failing_since, $4::timestamptz) END,
      last_error = $6,
      last_delivered_at = CASE WHEN $3 = 'delivered' THEN $4::timestamptz ELSE last_delivered_at END
    FROM settled WHERE webhooks.id = settled.webhook_id
  )
  SELECT count(*) AS settled FROM settled`;
