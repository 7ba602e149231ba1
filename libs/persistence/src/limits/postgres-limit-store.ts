import type { LimitName } from '@assay/contracts';
import type { LimitRule, LimitStore } from '@assay/gateway';
import type pg from 'pg';
import type { Limit as LimitRow } from '../generated/client.js';

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly subject_id: string | null;
  readonly tool: string | null;
  readonly limit: string;
  readonly reason: string | null;
  readonly set_at: Date;
  readonly set_by: string | null;
}

/** Limits in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresLimitStore implements LimitStore {
  constructor(private readonly pool: pg.Pool) {}

  async put(rule: LimitRule): Promise<LimitRule> {
    const { id, organisationId, name, subjectId, tool, limit, reason, setAt, setBy } = rule;
    const { rows } = await this.pool.query<Row>(put, [
      id,
      organisationId,
      name,
      subjectId,
      tool,
      limit,
      reason,
      new Date(setAt),
      setBy,
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error('A limit that was put is not there.');
    return {
      ...rule,
      id: row.id,
      limit: Number(row.limit),
      reason: row.reason,
      setAt: row.set_at.getTime(),
      setBy: row.set_by,
    };
  }

  async remove(name: LimitName, subjectKey: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM limits WHERE name = $1 AND coalesce(subject_id::text, tool, '*') = $2`,
      [name, subjectKey],
    );
    return rowCount === 1;
  }
}

/** A second writer changes the existing row; its id stays. */
const put = `
  INSERT INTO limits (id, organisation_id, name, subject_id, tool, "limit", reason, set_at, set_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (name, subject_id, tool) DO UPDATE
  SET organisation_id = excluded.organisation_id, "limit" = excluded."limit", reason = excluded.reason,
    set_at = excluded.set_at, set_by = excluded.set_by
  RETURNING *`;

export const toLimitRule = (row: LimitRow): LimitRule => ({
  id: row.id,
  organisationId: row.organisationId,
  name: row.name as LimitName,
  subjectId: row.subjectId,
  tool: row.tool,
  limit: Number(row.limit),
  reason: row.reason,
  setAt: row.setAt.getTime(),
  setBy: row.setBy,
});
