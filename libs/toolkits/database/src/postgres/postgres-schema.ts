import type { Check, Column, ForeignKey, Index, OnDelete, Schema, Table } from '../schema/schema.js';
import type { Row } from '../sql-source.js';

type All = (sql: string) => Promise<readonly Row[]>;

const visible = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE')`;

const statements = {
  tables: `SELECT c.oid::text AS id, n.nspname AS schema, c.relname AS name, c.relkind AS kind, obj_description(c.oid, 'pg_class') AS comment,
      CASE WHEN c.reltuples < 0 THEN NULL ELSE c.reltuples::bigint END AS rows
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${visible} AND has_any_column_privilege(c.oid, 'SELECT')
    ORDER BY n.nspname, c.relname`,
  columns: `SELECT a.attrelid::text AS id, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
      pg_get_expr(d.adbin, d.adrelid) AS "default", a.attgenerated AS generated, a.attidentity AS identity,
      col_description(a.attrelid, a.attnum) AS comment,
      (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = a.atttypid)::text AS "values"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${visible}
      AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
    ORDER BY a.attrelid, a.attnum`,
  constraints: `SELECT k.conrelid::text AS id, k.conname AS name, k.contype AS kind, k.confdeltype AS deletes,
      pg_get_constraintdef(k.oid, true) AS definition, rn.nspname AS to_schema, r.relname AS to_table,
      (SELECT json_agg(a.attname ORDER BY x.place) FROM unnest(k.conkey) WITH ORDINALITY x(num, place) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = x.num)::text AS columns,
      (SELECT json_agg(a.attname ORDER BY x.place) FROM unnest(k.confkey) WITH ORDINALITY x(num, place) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = x.num)::text AS referenced
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_class r ON r.oid = k.confrelid LEFT JOIN pg_namespace rn ON rn.oid = r.relnamespace
    WHERE k.contype IN ('p', 'u', 'f', 'c') AND NOT c.relispartition AND ${visible} ORDER BY k.conrelid, k.conname`,
  indexes: `SELECT i.indrelid::text AS id, c.relname AS name, i.indisunique AS "unique", pg_get_indexdef(i.indexrelid) AS definition,
      (SELECT json_agg(pg_get_indexdef(i.indexrelid, k, true) ORDER BY k) FROM generate_series(1, i.indnkeyatts) k)::text AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x')) AND NOT t.relispartition AND ${visible}
    ORDER BY i.indrelid, c.relname`,
};

const text = (value: unknown): string => String(value ?? '');
const optional = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const list = (value: unknown): string[] => (typeof value === 'string' ? (JSON.parse(value) as string[]) : []);

/** The tables that the role may read, with four statements on the catalogs. */
export async function readPostgresSchema(all: All): Promise<Schema> {
  const tables = await all(statements.tables);
  const columns = Map.groupBy(await all(statements.columns), (it) => it.id);
  const constraints = Map.groupBy(await all(statements.constraints), (it) => it.id);
  const indexes = Map.groupBy(await all(statements.indexes), (it) => it.id);
  return {
    tables: tables.map((row): Table => {
      const own = constraints.get(row.id) ?? [];
      const of = (kind: string) => own.filter((it) => it.kind === kind);
      return {
        schema: text(row.schema),
        name: text(row.name),
        kind: ['v', 'm'].includes(text(row.kind)) ? 'view' : 'table',
        comment: optional(row.comment),
        columns: (columns.get(row.id) ?? []).map(columnOf),
        primaryKey: of('p').flatMap((it) => list(it.columns)),
        uniques: of('u').map((it) => list(it.columns)),
        foreignKeys: of('f').map(foreignKeyOf),
        indexes: (indexes.get(row.id) ?? []).map(indexOf),
        checks: of('c').map(checkOf),
        estimatedRows: row.rows === null ? null : Number(row.rows),
      };
    }),
  };
}

const columnOf = (row: Row): Column => ({
  name: text(row.name),
  type: text(row.type),
  nullable: row.required !== 't',
  default: row.generated === '' ? optional(row.default) : null,
  generated: row.generated !== '',
  automatic: row.identity !== '' || text(row.default).startsWith('nextval('),
  values: list(row.values),
  comment: optional(row.comment),
});

const actions: Readonly<Record<string, OnDelete>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
};

const foreignKeyOf = (row: Row): ForeignKey => ({
  name: optional(row.name),
  columns: list(row.columns),
  schema: optional(row.to_schema),
  table: text(row.to_table),
  referenced: list(row.referenced),
  onDelete: actions[text(row.deletes)] ?? 'NO ACTION',
});

const indexOf = (row: Row): Index => ({
  name: text(row.name),
  columns: list(row.columns),
  unique: row.unique === 't',
  definition: optional(row.definition),
});

/** `CHECK (…)`, of which the outer parentheses are removed. */
const checkOf = (row: Row): Check => ({
  name: optional(row.name),
  expression: text(row.definition)
    .replace(/^CHECK \(/, '')
    .replace(/\)(?: NO INHERIT| NOT VALID){0,2}$/, ''),
});
