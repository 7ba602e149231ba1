import { type LearningSetting, type LearningStore, type LearntOutcome, mostOutcomes } from '@assay/discovery';
import type pg from 'pg';
import type { LearntOutcome as OutcomeRow, LearningSetting as SettingRow } from '../generated/client.js';

/** What was learnt, in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresLearningStore implements LearningStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(outcomes: readonly LearntOutcome[]): Promise<void> {
    const rows = outcomes.map((it) => ({ ...it, at: new Date(it.at).toISOString() }));
    await this.pool.query(insert, [JSON.stringify(rows)]);
    for (const organisationId of new Set(outcomes.map((it) => it.organisationId)))
      await this.pool.query(trim, [organisationId, mostOutcomes]);
  }

  async erase(organisationId: string): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM learnt_outcomes WHERE organisation_id = $1', [
      organisationId,
    ]);
    return rowCount ?? 0;
  }

  async erasePrincipal(organisationId: string, principalId: string): Promise<number> {
    const { rowCount } = await this.pool.query(
      'DELETE FROM learnt_outcomes WHERE organisation_id = $1 AND principal_id = $2',
      [organisationId, principalId],
    );
    return rowCount ?? 0;
  }

  async forgetBefore(at: number): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM learnt_outcomes WHERE at < $1', [new Date(at)]);
    return rowCount ?? 0;
  }

  async setLearning({ organisationId, enabled, changedAt, changedBy }: LearningSetting): Promise<void> {
    await this.pool.query(put, [organisationId, enabled, new Date(changedAt), changedBy]);
  }
}

/** Outcomes of an organisation or principal that is gone are skipped. */
const insert = `
  INSERT INTO learnt_outcomes (id, organisation_id, principal_id, search_id, task, tool, succeeded, weight, shown, standing, at)
  SELECT r.id, r."organisationId", r."principalId", r."searchId", r.task, r.tool, r.succeeded, r.weight, r.shown, r.standing, r.at
  FROM jsonb_to_recordset($1::jsonb) AS r (
    id uuid, "organisationId" uuid, "principalId" uuid, "searchId" uuid, task text, tool text, succeeded boolean,
    weight double precision, shown text[], standing double precision[], at timestamptz
  )
  JOIN organisations o ON o.id = r."organisationId"
  LEFT JOIN principals p ON p.id = r."principalId"
  WHERE r."principalId" IS NULL OR p.id IS NOT NULL
  ON CONFLICT (id) DO NOTHING`;

const trim = `
  DELETE FROM learnt_outcomes WHERE id IN (
    SELECT id FROM learnt_outcomes WHERE organisation_id = $1 ORDER BY at DESC, id DESC OFFSET $2
  )`;

const put = `
  INSERT INTO learning_settings (organisation_id, enabled, changed_at, changed_by) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organisation_id) DO UPDATE
  SET enabled = excluded.enabled, changed_at = excluded.changed_at, changed_by = excluded.changed_by`;

export const toLearningSetting = (row: SettingRow): LearningSetting => ({
  id: row.organisationId,
  organisationId: row.organisationId,
  enabled: row.enabled,
  changedAt: row.changedAt.getTime(),
  changedBy: row.changedBy,
});

export const toLearntOutcome = (row: OutcomeRow): LearntOutcome => ({ ...row, at: row.at.getTime() });
