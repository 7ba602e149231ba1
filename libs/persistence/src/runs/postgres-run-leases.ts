import type { RunLeases } from '@assay/kernel';
import type pg from 'pg';

const until = `clock_timestamp() + $2 * interval '1 ms'`;

/** Leases of the replicas that carry out durable runs, by the database's clock. */
export class PostgresRunLeases implements RunLeases {
  constructor(private readonly pool: pg.Pool) {}

  async renew(executorId: string, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'renew-run-executor',
      text: `INSERT INTO run_executors AS kept (id, lease_until) VALUES ($1, ${until})
        ON CONFLICT (id) DO UPDATE SET lease_until = EXCLUDED.lease_until, taken_by = NULL
        WHERE kept.taken_by IS NULL OR kept.lease_until <= clock_timestamp()`,
      values: [executorId, leaseMs],
    });
    return rowCount === 1;
  }

  async takeLapsed(by: string, leaseMs: number): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'take-run-executors',
      text: `UPDATE run_executors SET taken_by = $1, lease_until = ${until}
        WHERE id IN (
          SELECT id FROM run_executors
          WHERE id <> $1 AND (lease_until <= clock_timestamp() OR taken_by = $1) FOR UPDATE SKIP LOCKED
        )
        RETURNING id`,
      values: [by, leaseMs],
    });
    return rows.map(({ id }) => id);
  }

  async settle(executorId: string, by: string): Promise<void> {
    await this.pool.query('DELETE FROM run_executors WHERE id = $1 AND taken_by = $2', [executorId, by]);
  }

  async end(executorId: string): Promise<void> {
    await this.pool.query(
      'UPDATE run_executors SET lease_until = clock_timestamp() WHERE id = $1 AND taken_by IS NULL',
      [executorId],
    );
  }

  async knows(executorId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('SELECT FROM run_executors WHERE id = $1', [executorId]);
    return rowCount === 1;
  }
}
