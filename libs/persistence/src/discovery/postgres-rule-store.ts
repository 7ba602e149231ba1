import { maxRules, type Rule, type RuleStore } from '@assay/discovery';
import type pg from 'pg';
import type { Rule as RuleRow } from '../generated/client.js';
import { inTransaction } from '../ownership/in-transaction.js';

/** Rules in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PostgresRuleStore implements RuleStore {
  constructor(private readonly pool: pg.Pool) {}

  async add({ id, organisationId, when, tool, priority, createdAt, createdBy }: Rule): Promise<boolean> {
    const added = await inTransaction(this.pool, async (client) => {
      // One after the other, so that two of the last places are not given at once.
      await client.query('SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE', [organisationId]);
      const { rowCount } = await client.query(insert, [
        id,
        organisationId,
        when,
        tool,
        priority,
        new Date(createdAt),
        createdBy,
        maxRules,
      ]);
      return rowCount === 1 ? true : undefined;
    });
    return added === true;
  }

  async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM rules WHERE id = $1', [id]);
  }
}

const insert = `
  INSERT INTO rules (id, organisation_id, "when", tool, priority, created_at, created_by)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE (SELECT count(*) FROM rules WHERE organisation_id = $2) < $8`;

export const toRule = (row: RuleRow): Rule => ({ ...row, createdAt: row.createdAt.getTime() });
