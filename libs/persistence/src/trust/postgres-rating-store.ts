import type { Rating, RatingQuery, RatingStore } from '@assay/trust';
import type pg from 'pg';

interface RatingRow {
  readonly principal_id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly stars: number;
  readonly comment: string | null;
  readonly rated_at: Date;
}

/** Votes in PostgreSQL. */
export class PostgresRatingStore implements RatingStore {
  constructor(private readonly pool: pg.Pool) {}

  async put({ principalId, organisationId, tool, stars, comment, at }: Rating): Promise<boolean> {
    const { rowCount } = await this.pool.query(put, [principalId, organisationId, tool, stars, comment, new Date(at)]);
    return rowCount === 1;
  }

  async list({ tool, after, limit }: RatingQuery): Promise<readonly Rating[]> {
    const { rows } = await this.pool.query<RatingRow>(list, [
      tool,
      after && new Date(after.at),
      after?.id ?? null,
      limit,
    ]);
    return rows.map((row) => ({
      principalId: row.principal_id,
      organisationId: row.organisation_id,
      tool: row.name,
      stars: row.stars,
      comment: row.comment,
      at: row.rated_at.getTime(),
    }));
  }
}

const ofTool = (column: string) => `namespace = split_part(${column}, '/', 1) AND`;

/** The tool's versions become due in the same transaction; of two votes of one principal the later one stays. */
const put = `
  WITH voted AS (
    INSERT INTO tool_ratings AS there (principal_id, organisation_id, namespace, tool, stars, comment, rated_at)
    SELECT $1, $2, namespace, name, $4, $5, $6 FROM tools
    WHERE ${ofTool('$3')} name = split_part($3, '/', 2)
    ON CONFLICT (principal_id, namespace, tool) DO UPDATE
    SET stars = excluded.stars, comment = excluded.comment, rated_at = greatest(there.rated_at, excluded.rated_at)
    RETURNING namespace, tool
  )
  SELECT assay_trust_is_due(ARRAY (
    SELECT id FROM tool_versions AS version WHERE (version.namespace, version.tool) = (voted.namespace, voted.tool)
  )) FROM voted`;

const list = `
  SELECT principal_id, organisation_id, namespace || '/' || tool AS name, stars, comment, rated_at FROM tool_ratings
  WHERE ${ofTool('$1')} tool = split_part($1, '/', 2)
    AND ($2::timestamptz IS NULL OR rated_at < $2 OR (rated_at = $2 AND principal_id > $3::uuid))
  ORDER BY rated_at DESC, principal_id LIMIT $4`;
