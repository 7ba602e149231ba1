import { quoteName, quoteTable } from '../names.js';
import type { ColumnStatistics, Table, TableStatistics } from '../schema/schema.js';
import type { Row, SqlSource } from '../sql-source.js';
import { shownValue } from '../values.js';
import { isSensitive, maskedValue } from './mask.js';
import { postgresStatistics } from './postgres-statistics.js';

const sampledRows = 500;
/** A column with at most this many different values has its values shown. */
const fewValues = 12;
/** Rows up to which the first and last instant are looked up without an index. */
const scannableRows = 100_000;

/** Null rates, different values, rows per day and masked sample rows of a table. */
export async function readStatistics(
  source: SqlSource,
  table: Table,
  samples: number,
  signal: AbortSignal,
): Promise<TableStatistics> {
  const names = table.columns.map((it) => quoteName(source.kind, it.name)).join(', ');
  const rows = await source.all(
    `SELECT ${names} FROM ${quoteTable(source.kind, table)} LIMIT ${sampledRows}`,
    [],
    signal,
  );
  const shown = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownValue(value, 200).value])),
  );
  const known = source.kind === 'postgresql' ? await postgresStatistics(source, table, signal) : {};
  const columns = Object.fromEntries(
    table.columns.map(({ name }) => [name, known[name] ?? sampled(shown.map((it) => it[name]))]),
  );
  return {
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, it]) => [name, isSensitive(name) ? { ...it, common: [] } : it]),
    ),
    rowsPerDay: await rowsPerDay(source, table, signal),
    samples: spread(shown, samples).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          maskedValue(value, name, (columns[name]?.common.length ?? 0) > 0),
        ]),
      ),
    ),
  };
}

/** What a sample shows of a column. */
export function sampled(values: readonly unknown[]): ColumnStatistics {
  if (values.length === 0) return { nullRate: null, distinct: null, common: [] };
  const present = values.filter((it) => it !== null && it !== undefined);
  const counts = new Map<string, number>();
  for (const value of present) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  // Few values that repeat are categories; ten names in ten rows are not.
  const isCategory = counts.size > 0 && counts.size <= fewValues && present.length >= counts.size * 2;
  return {
    nullRate: (values.length - present.length) / values.length,
    distinct: counts.size,
    common: isCategory
      ? [...counts].sort((a, b) => b[1] - a[1]).map(([value, count]) => ({ value, share: count / values.length }))
      : [],
  };
}

/** Rows at equal distances. */
function spread<T>(rows: readonly T[], count: number): T[] {
  if (rows.length <= count) return [...rows];
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)] as T);
}

const instantType = /date|time/i;
const creationName = /creat|insert|order|added|regist|occur|placed|issued|_at$|_on$|date|time/i;

/** The estimated rows over the days between the first and the last instant of the column that says when a row was made. */
async function rowsPerDay(source: SqlSource, table: Table, signal: AbortSignal): Promise<number | null> {
  const rows = table.estimatedRows ?? 0;
  const column =
    table.columns.find((it) => instantType.test(it.type) && creationName.test(it.name)) ??
    table.columns.find((it) => source.kind === 'sqlite' && /_at$|_on$|date/i.test(it.name));
  if (column === undefined || rows < 2 || table.kind === 'view') return null;
  const isIndexed = table.indexes.some((it) => it.columns[0] === column.name);
  if (!isIndexed && rows > scannableRows) return null;
  const name = quoteName(source.kind, column.name);
  const [ends] = await source.all(
    `SELECT min(${name}) AS first, max(${name}) AS last FROM ${quoteTable(source.kind, table)}`,
    [],
    signal,
  );
  const days = daysBetween(ends);
  return days === null || days < 1 ? null : Math.round((rows / days) * 10) / 10;
}

const msPerDay = 86_400_000;

function daysBetween(row: Row | undefined): number | null {
  const [first, last] = [row?.first, row?.last].map((it) => Date.parse(String(it)));
  return Number.isFinite(first) && Number.isFinite(last) ? ((last as number) - (first as number)) / msPerDay : null;
}
