import { maxSavedExamples, type SavedExample, type SavedExampleStore } from '@assay/gateway';
import type pg from 'pg';
import { inTransaction } from '../ownership/in-transaction.js';

interface Row extends Omit<SavedExample, 'input' | 'output' | 'createdAt'> {
  readonly body: Pick<SavedExample, 'input' | 'output'>;
  readonly createdAt: Date;
}

const columns = `id, organisation_id AS "organisationId", version_id AS "versionId", name, body, match, verifies, masked,
  invocation_id AS "invocationId", created_by AS "createdBy", created_at AS "createdAt"`;

/** Saved examples in PostgreSQL. */
export class PostgresSavedExampleStore implements SavedExampleStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(example: SavedExample): Promise<'added' | 'name_taken' | 'full' | 'gone'> {
    const { id, organisationId, versionId, name, input, output } = example;
    const { match, verifies, masked, invocationId, createdBy, createdAt } = example;
    const ended = await inTransaction(this.pool, async (client) => {
      const version = await client.query('SELECT FROM tool_versions WHERE id = $1 FOR NO KEY UPDATE', [versionId]);
      if (version.rowCount === 0) return 'gone';
      const { rows } = await client.query<{ many: number; taken: boolean }>(
        `SELECT count(*)::int AS many, coalesce(bool_or(name = $3), false) AS taken
         FROM saved_examples WHERE version_id = $1 AND organisation_id = $2`,
        [versionId, organisationId, name],
      );
      if (rows[0]?.taken === true) return 'name_taken';
      if ((rows[0]?.many ?? 0) >= maxSavedExamples) return 'full';
      const body = JSON.stringify({ input, ...(output !== undefined && { output }) });
      await client.query(
        `INSERT INTO saved_examples (id, organisation_id, version_id, name, body, match, verifies, masked, invocation_id,
           created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          id,
          organisationId,
          versionId,
          name,
          body,
          match,
          verifies,
          [...masked],
          invocationId,
          createdBy,
          new Date(createdAt),
        ],
      );
      return 'added';
    });
    return ended ?? 'gone';
  }

  of(versionId: string, organisationId: string): Promise<readonly SavedExample[]> {
    return this.#rows('version_id = $1 AND (organisation_id = $2 OR verifies)', [versionId, organisationId]);
  }

  verifying(versionId: string): Promise<readonly SavedExample[]> {
    return this.#rows('version_id = $1 AND verifies', [versionId]);
  }

  async find(id: string): Promise<SavedExample | undefined> {
    return (await this.#rows('id = $1', [id]))[0];
  }

  async remove(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('DELETE FROM saved_examples WHERE id = $1', [id]);
    return rowCount === 1;
  }

  async #rows(where: string, values: readonly string[]): Promise<readonly SavedExample[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${columns} FROM saved_examples WHERE ${where} ORDER BY name COLLATE "C", id`,
      [...values],
    );
    return rows.map(({ body, createdAt, ...row }) => ({ ...row, ...body, createdAt: createdAt.getTime() }));
  }
}
