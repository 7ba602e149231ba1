import { type CountsInForce, countsUntil, type LimitCounts, type SliceCount } from '@assay/gateway';
import type pg from 'pg';

interface Row {
  readonly key: string;
  readonly slice: string;
  readonly slice_ms: number;
  readonly own: boolean;
  readonly count: string;
  readonly until: Date;
}

/** A place where no server runs: what is counted there is shared by all places. */
const recordedPlace = 'recorded elsewhere';

/** Counts of one place, as rows that are added to. */
export class PostgresLimitCounts implements LimitCounts {
  constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
  ) {}

  /** A place where a server is alive counts for itself, save for this one. */
  async load(at: number): Promise<CountsInForce> {
    const { rows } = await this.pool.query<Row>(
      `SELECT key, slice, slice_ms, place = $1 AS own, sum(count) AS count, max(expires_at) AS until
       FROM limit_counts AS counted
       WHERE expires_at > to_timestamp($2 / 1000.0) AND (place = $1 OR NOT EXISTS (
         SELECT FROM idempotency_holders AS held
         WHERE held.place = counted.place AND held.lease_until > clock_timestamp()))
       GROUP BY key, slice, slice_ms, place = $1 HAVING sum(count) > 0 ORDER BY slice`,
      [this.place, at],
    );
    return { own: rows.filter((it) => it.own).map(countOf), shared: rows.filter((it) => !it.own).map(countOf) };
  }

  async add(counts: readonly SliceCount[]): Promise<void> {
    if (counts.length === 0) return;
    await this.pool.query({
      name: 'add-limit-counts',
      text: `INSERT INTO limit_counts AS kept (place, key, slice, slice_ms, count, expires_at)
        SELECT $1, key, slice, slice_ms, count, to_timestamp(until / 1000.0) FROM ${given}
        ON CONFLICT (place, key, slice) DO UPDATE SET count = kept.count + EXCLUDED.count`,
      values: [this.place, ...columnsOf(counts)],
    });
  }

  /** Several places that start at once raise to the same number. */
  async raise(totals: readonly SliceCount[]): Promise<void> {
    if (totals.length === 0) return;
    await this.pool.query(
      `WITH missing AS (
         SELECT given.*, given.count - COALESCE(sum(kept.count) FILTER (WHERE kept.place <> $1), 0) AS recorded,
           COALESCE(sum(kept.count) FILTER (WHERE kept.place = $1), 0) AS former
         FROM ${given} LEFT JOIN limit_counts AS kept USING (key, slice)
         GROUP BY given.key, given.slice, given.slice_ms, given.count, given.until
       )
       INSERT INTO limit_counts AS kept (place, key, slice, slice_ms, count, expires_at)
       SELECT $1, key, slice, slice_ms, recorded, to_timestamp(until / 1000.0) FROM missing WHERE recorded > former
       ON CONFLICT (place, key, slice) DO UPDATE SET count = GREATEST(kept.count, EXCLUDED.count)`,
      [recordedPlace, ...columnsOf(totals)],
    );
  }

  async prune(at: number): Promise<void> {
    await this.pool.query('DELETE FROM limit_counts WHERE expires_at <= to_timestamp($1 / 1000.0)', [at]);
  }
}

/** Counts as a table, of the parameters from $2 on. */
const given = `unnest($2::text[], $3::bigint[], $4::float8[], $5::bigint[], $6::float8[])
  AS given (key, slice, slice_ms, count, until)`;

const countOf = ({ key, slice, slice_ms: sliceMs, count, until }: Row): SliceCount => ({
  ...{ key, slice: Number(slice), sliceMs, count: Number(count) },
  former: Math.round(until.getTime() / sliceMs) - Number(slice) - 1,
});

const columnsOf = (counts: readonly SliceCount[]): unknown[] => [
  counts.map(({ key }) => key),
  counts.map(({ slice }) => slice),
  counts.map(({ sliceMs }) => sliceMs),
  counts.map(({ count }) => count),
  counts.map(countsUntil),
];
