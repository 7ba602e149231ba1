import { maxToolsets, type Toolset, type ToolsetStore, type ToolsetTool } from '@assay/registry';
import type pg from 'pg';
import type { Toolset as ToolsetRow } from '../generated/client.js';
import { inTransaction } from '../ownership/in-transaction.js';

/** Toolsets in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresToolsetStore implements ToolsetStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(toolset: Toolset): Promise<'added' | 'name_taken' | 'full'> {
    const { organisationId, name } = toolset;
    const ended = await inTransaction(this.pool, async (client) => {
      // One after the other, so that two of the last places are not given at once.
      await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
      const { rows } = await client.query<{ taken: boolean; many: number }>(standing, [organisationId, name]);
      const { taken, many } = rows[0] ?? { taken: false, many: 0 };
      if (taken) return 'name_taken';
      if (many >= maxToolsets) return 'full';
      await client.query(insert, [
        toolset.id,
        organisationId,
        name,
        toolset.description,
        toolset.visibility,
        JSON.stringify(toolset.tools),
        new Date(toolset.createdAt),
        toolset.createdBy,
        new Date(toolset.updatedAt),
        toolset.responseTokens,
        toolset.enables,
      ]);
      return 'added';
    });
    return ended ?? 'full';
  }

  async replace({ id, description, visibility, tools, updatedAt, responseTokens, enables }: Toolset): Promise<boolean> {
    const values = [id, description, visibility, JSON.stringify(tools), new Date(updatedAt), responseTokens, enables];
    const { rowCount } = await this.pool.query(update, values);
    return rowCount === 1;
  }

  async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM toolsets WHERE id = $1', [id]);
  }
}

const standing = `
  SELECT count(*)::int AS many, coalesce(bool_or(name = $2), false) AS taken
  FROM toolsets WHERE organisation_id = $1`;

const insert = `
  INSERT INTO toolsets (id, organisation_id, name, description, visibility, tools, created_at, created_by, updated_at,
    response_tokens, enables)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const update = `
  UPDATE toolsets SET description = $2, visibility = $3, tools = $4, updated_at = $5, response_tokens = $6, enables = $7
  WHERE id = $1`;

export const toToolset = (row: ToolsetRow): Toolset => ({
  ...row,
  visibility: row.visibility as Toolset['visibility'],
  tools: row.tools as unknown as readonly ToolsetTool[],
  enables: row.enables as Toolset['enables'],
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});
