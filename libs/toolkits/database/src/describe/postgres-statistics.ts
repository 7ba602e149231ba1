import type { ColumnStatistics, Table } from '../schema/schema.js';
import type { SqlSource } from '../sql-source.js';

const statement = `SELECT attname AS name, null_frac AS "nulls", n_distinct AS "distinct", array_to_json(most_common_vals::text::text[])::text AS vals,
  array_to_json(most_common_freqs)::text AS freqs FROM pg_stats WHERE schemaname = $1 AND tablename = $2`;

const fewValues = 12;

/** What ANALYZE found, of columns that the role may read; empty for a table that was never analysed. */
export async function postgresStatistics(
  source: SqlSource,
  table: Table,
  signal: AbortSignal,
): Promise<Record<string, ColumnStatistics>> {
  const rows = await source.all(statement, [table.schema, table.name], signal);
  return Object.fromEntries(
    rows.map((row) => {
      const fraction = Number(row.distinct);
      const distinct = fraction >= 0 ? fraction : Math.round(-fraction * (table.estimatedRows ?? 0));
      const values = typeof row.vals === 'string' ? (JSON.parse(row.vals) as string[]) : [];
      const shares = typeof row.freqs === 'string' ? (JSON.parse(row.freqs) as number[]) : [];
      const isCategory = fraction > 0 && fraction <= fewValues;
      const common = isCategory ? values.map((value, at) => ({ value, share: shares[at] ?? 0 })) : [];
      return [String(row.name), { nullRate: Number(row.nulls), distinct, common }];
    }),
  );
}
