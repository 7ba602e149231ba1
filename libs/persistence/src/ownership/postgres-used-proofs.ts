import type { UsedProofs } from '@assay/identity';
import type pg from 'pg';

/** Used timestamps in PostgreSQL: one counts once, whichever replica is asked. What is no longer good is forgotten. */
export class PostgresUsedProofs implements UsedProofs {
  constructor(private readonly pool: pg.Pool) {}

  async take(domain: string, at: number, goodUntil: number, now: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `WITH forgotten AS (DELETE FROM domain_proofs WHERE good_until < to_timestamp($4 / 1000.0))
       INSERT INTO domain_proofs (domain, at, good_until)
       VALUES ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0)) ON CONFLICT DO NOTHING`,
      [domain, at, goodUntil, now],
    );
    return rowCount === 1;
  }
}
