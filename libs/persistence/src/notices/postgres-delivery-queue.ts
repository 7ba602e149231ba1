import type { AttemptOutcome, ClaimedDelivery, ClaimQuery, Delivery, DeliveryQueue } from '@assay/identity';
import type { Sealer } from '@assay/kernel';
import type pg from 'pg';
import { moment } from '../stores/identity-rows.js';
import { secretContext } from './delivery-rows.js';

interface ClaimedRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly attempt: number;
  readonly until: Date;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
}

/** Deliveries that are due, in PostgreSQL. Replicas pass over rows that another is claiming at that moment. */
export class PostgresDeliveryQueue implements DeliveryQueue {
  constructor(
    private readonly pool: pg.Pool,
    private readonly sealer: Sealer,
  ) {}

  async claim({ limit, perWebhook, at, until }: ClaimQuery): Promise<readonly ClaimedDelivery[]> {
    const { rows } = await this.pool.query<ClaimedRow>({
      name: 'claim-deliveries',
      text: claim,
      values: [limit, perWebhook, new Date(at), new Date(until)],
    });
    return rows.map((row) => this.toClaimed(row));
  }

  async addClaimed(delivery: Delivery, until: number): Promise<ClaimedDelivery | undefined> {
    const { id, webhookId, key, kind, subject, body, attempts, createdAt } = delivery;
    const { rows } = await this.pool.query<ClaimedRow>(addClaimed, [
      id,
      webhookId,
      key,
      kind,
      subject,
      body,
      attempts,
      new Date(createdAt),
      new Date(until),
    ]);
    return rows[0] && this.toClaimed(rows[0]);
  }

  async settle({ id, attempt, until }: ClaimedDelivery, outcome: AttemptOutcome): Promise<boolean> {
    const { at, status, error, nextAttemptAt } = outcome;
    const state = error === null ? 'delivered' : nextAttemptAt === null ? 'dead' : 'pending';
    const { rows } = await this.pool.query<{ settled: string }>({
      name: 'settle-delivery',
      text: settle,
      values: [id, attempt, state, new Date(at), status, error, moment(nextAttemptAt), new Date(until)],
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
  private toClaimed(row: ClaimedRow): ClaimedDelivery {
    const { id, attempt, url, body } = row;
    return {
      id,
      webhookId: row.webhook_id,
      attempt,
      until: row.until.getTime(),
      url,
      body,
      secret: this.openSecret(row),
    };
  }

  private openSecret({ secret, webhook_id }: ClaimedRow): string | null {
    try {
      return this.sealer.open(secret, secretContext(webhook_id));
    } catch {
      return null;
    }
  }
}

/**
 * `busy` steps through the webhooks that have something pending, from one to the next in the index, however many rows
 * each has. Of each the deliveries longest due, as many as its bound leaves room for beside those already claimed; of
 * these the longest due of all.
 */
const claim = `
  WITH RECURSIVE busy AS (
    (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT webhook_id FROM webhook_deliveries
      WHERE state = 'pending' AND webhook_id > busy.webhook_id ORDER BY webhook_id LIMIT 1
    ) FROM busy WHERE webhook_id IS NOT NULL
  ), due AS (
    SELECT picked.id, picked.next_attempt_at FROM busy
    CROSS JOIN LATERAL (
      SELECT id, next_attempt_at FROM webhook_deliveries
      WHERE webhook_id = busy.webhook_id AND state = 'pending' AND next_attempt_at <= $3
        AND (claimed_until IS NULL OR claimed_until <= $3)
      ORDER BY next_attempt_at, id
      LIMIT greatest(0, $2::int - (
        SELECT count(*) FROM webhook_deliveries
        WHERE webhook_id = busy.webhook_id AND state = 'pending' AND claimed_until > $3
      )::int)
      FOR UPDATE SKIP LOCKED
    ) AS picked
    ORDER BY picked.next_attempt_at, picked.id LIMIT $1
  )
  UPDATE webhook_deliveries AS delivery
  SET attempts = attempts + 1, claimed_until = $4, last_attempt_at = $3
  FROM due, webhooks
  WHERE delivery.id = due.id AND webhooks.id = delivery.webhook_id
  RETURNING delivery.id, delivery.webhook_id, delivery.attempts AS attempt, delivery.claimed_until AS until,
    webhooks.url, webhooks.secret, delivery.body`;

const addClaimed = `
  WITH webhook AS (
    SELECT id, organisation_id, url, secret FROM webhooks WHERE id = $2 FOR KEY SHARE
  ), added AS (
    INSERT INTO webhook_deliveries (id, organisation_id, webhook_id, key, kind, subject, body, state, attempts,
      next_attempt_at, claimed_until, last_attempt_at, created_at)
    SELECT $1, organisation_id, id, $3, $4, $5, $6, 'pending', $7, $8, $9, $8, $8 FROM webhook
    RETURNING id, webhook_id, attempts, claimed_until, body
  )
  SELECT added.id, webhook_id, attempts AS attempt, claimed_until AS until, url, secret, body
  FROM added JOIN webhook ON webhook.id = webhook_id`;

/** Only the claim that is still the newest settles, and only then does the webhook hear of it. */
const settle = `
  WITH settled AS (
    UPDATE webhook_deliveries
    SET state = $3, next_attempt_at = $7, claimed_until = NULL, last_status = $5, last_error = $6,
      delivered_at = CASE WHEN $3 = 'delivered' THEN $4::timestamptz END
    WHERE id = $1 AND attempts = $2 AND state = 'pending' AND claimed_until = $8
    RETURNING webhook_id
  ), told AS (
    UPDATE webhooks
    SET failing_since = CASE WHEN $3 = 'delivered' THEN NULL ELSE coalesce(failing_since, $4::timestamptz) END,
      last_error = $6,
      last_delivered_at = CASE WHEN $3 = 'delivered' THEN $4::timestamptz ELSE last_delivered_at END
    FROM settled WHERE webhooks.id = settled.webhook_id
  )
  SELECT count(*) AS settled FROM settled`;
