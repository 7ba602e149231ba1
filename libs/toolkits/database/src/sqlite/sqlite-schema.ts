import type { Check, Column, ForeignKey, Index, OnDelete, Schema, Table } from '../schema/schema.js';
import type { Row } from '../sql-source.js';

type All = (sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>;

const text = (value: unknown): string => String(value ?? '');
const optional = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Reads the schema of an SQLite file from its pragmas, each for all tables at once. */
export async function readSqliteSchema(all: All): Promise<Schema> {
  const [tables, columns, keys, indexes, counts] = await Promise.all([
    all(
      "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      [],
    ),
    all(
      `SELECT m.name AS "table", c.* FROM sqlite_schema m, pragma_table_xinfo(m.name) c WHERE m.type IN ('table', 'view') ORDER BY m.name, c.cid`,
      [],
    ),
    all(
      `SELECT m.name AS "of", f.* FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq`,
      [],
    ),
    all(
      `SELECT m.name AS "table", i.name, i."unique", i.origin, x.seqno, x.name AS "column", s.sql FROM sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) x LEFT JOIN sqlite_schema s ON s.name = i.name WHERE m.type = 'table' ORDER BY i.name, x.seqno`,
      [],
    ),
    readCounts(all),
  ]);
  const of = (rows: readonly Row[], key: string, table: string) => rows.filter((it) => it[key] === table);
  return {
    tables: tables.map((row): Table => {
      const name = text(row.name);
      const own = of(columns, 'table', name).filter((it) => Number(it.hidden) !== 1);
      const primaryKey = own
        .filter((it) => Number(it.pk) > 0)
        .sort((a, b) => Number(a.pk) - Number(b.pk))
        .map((it) => text(it.name));
      const grouped = indexesOf(of(indexes, 'table', name));
      return {
        schema: null,
        name,
        kind: row.type === 'view' ? 'view' : 'table',
        comment: null,
        columns: own.map((it) => columnOf(it, primaryKey)),
        primaryKey,
        uniques: grouped.filter((it) => it.origin === 'u').map((it) => it.columns),
        foreignKeys: foreignKeysOf(of(keys, 'of', name)),
        indexes: grouped.filter((it) => it.origin === 'c').map(({ origin: _, ...index }) => index),
        checks: checksOf(text(row.sql)),
        estimatedRows: counts.get(name) ?? null,
      };
    }),
  };
}

function columnOf(row: Row, primaryKey: readonly string[]): Column {
  const name = text(row.name);
  const type = text(row.type) || 'ANY';
  const isRowId = primaryKey.length === 1 && primaryKey[0] === name && type.toUpperCase() === 'INTEGER';
  return {
    name,
    type,
    nullable: Number(row.notnull) === 0 && !isRowId,
    default: optional(row.dflt_value),
    generated: Number(row.hidden) >= 2,
    automatic: isRowId,
    values: [],
    comment: null,
  };
}

function foreignKeysOf(rows: readonly Row[]): ForeignKey[] {
  const ids = [...new Set(rows.map((it) => text(it.id)))];
  return ids.map((id) => {
    const own = rows.filter((it) => text(it.id) === id);
    const [first] = own as [Row];
    return {
      name: null,
      columns: own.map((it) => text(it.from)),
      schema: null,
      table: text(first.table),
      referenced: own.flatMap((it) => (it.to === null ? [] : [text(it.to)])),
      onDelete: text(first.on_delete) as OnDelete,
    };
  });
}

function indexesOf(rows: readonly Row[]): (Index & { readonly origin: string })[] {
  const names = [...new Set(rows.map((it) => text(it.name)))];
  return names.map((name) => {
    const own = rows.filter((it) => it.name === name);
    const [first] = own as [Row];
    return {
      name,
      columns: own.map((it) => optional(it.column) ?? '(expression)'),
      unique: Number(first.unique) === 1,
      definition: optional(first.sql),
      origin: text(first.origin),
    };
  });
}

/** CHECK is only in the text of CREATE TABLE: its parentheses are matched, quotations skipped. */
function checksOf(sql: string): Check[] {
  const checks: Check[] = [];
  for (const { index } of sql.matchAll(/\bCHECK ?\(/gi)) {
    const start = sql.indexOf('(', index);
    const end = closingParenthesis(sql, start);
    if (end > start) checks.push({ name: null, expression: sql.slice(start + 1, end) });
  }
  return checks;
}

/** The position of the parenthesis that closes the one at `start`, quotations skipped; -1 when there is none. */
export function closingParenthesis(sql: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < sql.length; at += 1) {
    const here = sql[at] as string;
    if (quote !== '') quote = here === quote ? '' : quote;
    else if (here === "'" || here === '"') quote = here;
    else if (here === '(') depth += 1;
    else if (here === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** ANALYZE's estimates where there are some; the largest rowid otherwise, which is found without a scan. */
async function readCounts(all: All): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const [analyzed] = await all("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'", []);
  if (analyzed !== undefined) {
    for (const { tbl, stat } of await all('SELECT tbl, stat FROM sqlite_stat1', []))
      counts.set(text(tbl), Number(text(stat).split(' ')[0]));
  }
  for (const { name } of await all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    [],
  )) {
    if (counts.has(text(name))) continue;
    const quoted = `"${text(name).replaceAll('"', '""')}"`;
    const [row] = await all(`SELECT max(rowid) AS most FROM ${quoted}`, []);
    counts.set(text(name), Number(row?.most ?? 0));
  }
  return counts;
}
