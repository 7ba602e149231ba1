import type { Replica, ReplicaRegister, SeenReplica } from '@assay/kernel';
import type pg from 'pg';

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly version: string;
  readonly node: string;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly silent_ms: number;
  readonly stopped_at: Date | null;
}

/** Replicas as rows; times are of the database's clock, which they share. */
export class PostgresReplicaRegister implements ReplicaRegister {
  constructor(private readonly pool: pg.Pool) {}

  async announce({ id, name, version, node, startedAt }: Replica): Promise<void> {
    await this.pool.query({
      name: 'announce-replica',
      text: `INSERT INTO replicas (id, name, version, node, started_at, seen_at)
        VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0), clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at, stopped_at = NULL`,
      values: [id, name, version, node, startedAt],
    });
  }

  async leave(id: string): Promise<void> {
    await this.pool.query(
      `UPDATE replicas SET seen_at = ended.at, stopped_at = ended.at
       FROM (SELECT clock_timestamp() AS at) AS ended WHERE id = $1`,
      [id],
    );
  }

  async list(): Promise<readonly SeenReplica[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, name, version, node, started_at, seen_at, stopped_at,
         greatest(0, extract(epoch FROM clock_timestamp() - seen_at) * 1000)::float8 AS silent_ms
       FROM replicas ORDER BY started_at DESC, id`,
    );
    return rows.map((row) => ({
      ...{ id: row.id, name: row.name, version: row.version, node: row.node },
      startedAt: row.started_at.getTime(),
      seenAt: row.seen_at.getTime(),
      silentMs: row.silent_ms,
      stoppedAt: row.stopped_at?.getTime() ?? null,
    }));
  }

  async forget(silentMs: number): Promise<void> {
    // Rounded to the milliseconds of the column, a row can be seen a moment ahead.
    await this.pool.query(
      `DELETE FROM replicas
       WHERE seen_at <= date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' - $1 * interval '1 ms'`,
      [silentMs],
    );
  }
}
