import type { MadeTool, MadeToolQuery, MadeToolStore } from '@assay/creation';
import type pg from 'pg';

interface MadeToolRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly principal_id: string;
  readonly template: MadeTool['template'];
  readonly report: MadeTool['report'];
  readonly tool: string;
  readonly version: string;
  readonly status: MadeTool['status'];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly decision: MadeTool['decision'];
  readonly promoted_as: string | null;
}

const columns =
  'id, organisation_id, principal_id, template, report, tool, version, status, created_at, expires_at, decision, promoted_as';

const toMadeTool = (row: MadeToolRow): MadeTool => ({
  id: row.id,
  organisationId: row.organisation_id,
  principalId: row.principal_id,
  template: row.template,
  report: row.report,
  tool: row.tool,
  version: row.version,
  status: row.status,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  decision: row.decision,
  promotedAs: row.promoted_as,
});

/** Made tools in PostgreSQL. */
export class PostgresMadeToolStore implements MadeToolStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(made: MadeTool): Promise<void> {
    await this.pool.query(
      `INSERT INTO made_tools (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[made.id, made.organisationId, made.principalId, JSON.stringify(made.template), JSON.stringify(made.report)],
        ...[made.tool, made.version, made.status, new Date(made.createdAt)],
        made.expiresAt === null ? null : new Date(made.expiresAt),
        made.decision === null ? null : JSON.stringify(made.decision),
        made.promotedAs,
      ],
    );
  }

  async find(id: string): Promise<MadeTool | undefined> {
    const { rows } = await this.pool.query<MadeToolRow>(`SELECT ${columns} FROM made_tools WHERE id = $1`, [id]);
    return rows[0] && toMadeTool(rows[0]);
  }

  async list({ organisationId, principalId, after, limit }: MadeToolQuery): Promise<readonly MadeTool[]> {
    const { rows } = await this.pool.query<MadeToolRow>(
      `SELECT ${columns} FROM made_tools
       WHERE organisation_id = $1 AND ($2::uuid IS NULL OR principal_id = $2)
         AND ($3::timestamptz IS NULL OR (created_at, id) < ($3, $4::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $5`,
      [organisationId, principalId ?? null, after && new Date(after.at), after?.id ?? null, limit],
    );
    return rows.map(toMadeTool);
  }

  async decide(id: string, change: Pick<MadeTool, 'status' | 'decision' | 'promotedAs'>): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE made_tools SET status = $2, decision = $3, promoted_as = $4, expires_at = NULL
       WHERE id = $1 AND status = 'ephemeral'`,
      [id, change.status, change.decision === null ? null : JSON.stringify(change.decision), change.promotedAs],
    );
    return rowCount === 1;
  }

  async expire(now: number, limit: number): Promise<readonly MadeTool[]> {
    const { rows } = await this.pool.query<MadeToolRow>(
      `UPDATE made_tools SET status = 'expired' WHERE id IN (
         SELECT id FROM made_tools WHERE status = 'ephemeral' AND expires_at <= $1
         ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING ${columns}`,
      [new Date(now), limit],
    );
    return rows.map(toMadeTool);
  }

  async count(principalId: string): Promise<number> {
    const { rows } = await this.pool.query<{ readonly count: number }>(
      `SELECT count(*)::int AS count FROM made_tools WHERE principal_id = $1 AND status = 'ephemeral'`,
      [principalId],
    );
    return rows[0]?.count ?? 0;
  }
}
