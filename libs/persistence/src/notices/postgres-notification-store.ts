import type { NoticeKind } from '@assay/contracts';
import type { Notification, NotificationQuery, NotificationReader, NotificationStore } from '@assay/identity';
import type pg from 'pg';
import { milliseconds } from '../stores/identity-rows.js';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly text: string;
  readonly details: Record<string, unknown>;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

const columns = 'id, organisation_id, principal_id, kind, subject, text, details, created_at, read_at';

/** A reader's own ($1), about the namespaces its credential reaches ($2). A subject is a namespace or begins with one. */
const readers = `principal_id = $1 AND ($2::text[] IS NULL OR split_part(subject, '/', 1) = ANY ($2))`;

const toNotification = (row: Row): Notification => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  kind: row.kind,
  subject: row.subject,
  text: row.text,
  details: row.details,
  createdAt: row.created_at.getTime(),
  readAt: milliseconds(row.read_at),
});

/** Notifications of principals, in PostgreSQL. */
export class PostgresNotificationStore implements NotificationStore {
  constructor(private readonly pool: pg.Pool) {}

  async list({ principalId, namespaces, unread, after, limit }: NotificationQuery): Promise<readonly Notification[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${columns} FROM notifications
       WHERE ${readers} ${unread ? 'AND read_at IS NULL' : ''}
         AND ($3::bigint IS NULL OR (created_at, id) < (to_timestamp($3 / 1000.0), $4::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [principalId, namespaces, after?.at ?? null, after?.id ?? null, limit],
    );
    return rows.map(toNotification);
  }

  async markRead(reader: NotificationReader, id: string, at: number): Promise<Notification | undefined> {
    const { rows } = await this.pool.query<Row>(
      `UPDATE notifications SET read_at = coalesce(read_at, to_timestamp($4::bigint / 1000.0))
       WHERE id = $3 AND ${readers} RETURNING ${columns}`,
      [reader.principalId, reader.namespaces, id, at],
    );
    return rows[0] && toNotification(rows[0]);
  }

  async markAllRead({ principalId, namespaces }: NotificationReader, at: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE notifications SET read_at = to_timestamp($3::bigint / 1000.0)
       WHERE ${readers} AND read_at IS NULL`,
      [principalId, namespaces, at],
    );
    return rowCount ?? 0;
  }

  async prune(before: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM notifications WHERE read_at IS NOT NULL AND created_at < to_timestamp($1::bigint / 1000.0)',
      [before],
    );
    return rowCount ?? 0;
  }
}
