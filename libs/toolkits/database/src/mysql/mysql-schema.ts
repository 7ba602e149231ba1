import type { Check, Column, ForeignKey, Index, OnDelete, Schema, Table } from '../schema/schema.js';
import type { Row } from '../sql-source.js';

type All = (sql: string) => Promise<readonly Row[]>;

const statements = {
  tables: `SELECT TABLE_NAME AS name, TABLE_TYPE AS kind, TABLE_COMMENT AS comment, TABLE_ROWS AS estimate
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME`,
  columns: `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable, COLUMN_DEFAULT AS initial,
      EXTRA AS extra, COLUMN_COMMENT AS comment, GENERATION_EXPRESSION AS expression
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  keys: `SELECT k.TABLE_NAME AS \`table\`, k.CONSTRAINT_NAME AS name, c.CONSTRAINT_TYPE AS kind, k.COLUMN_NAME AS \`column\`,
      k.REFERENCED_TABLE_NAME AS target, k.REFERENCED_COLUMN_NAME AS referenced, r.DELETE_RULE AS deletes
    FROM information_schema.KEY_COLUMN_USAGE k
      JOIN information_schema.TABLE_CONSTRAINTS c ON c.TABLE_SCHEMA = k.TABLE_SCHEMA AND c.TABLE_NAME = k.TABLE_NAME AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
      LEFT JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = k.TABLE_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
    WHERE k.TABLE_SCHEMA = DATABASE() ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`,
  indexes: `SELECT TABLE_NAME AS \`table\`, INDEX_NAME AS name, NON_UNIQUE AS duplicates, COLUMN_NAME AS \`column\`
    FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`,
  checks: `SELECT c.TABLE_NAME AS \`table\`, k.CONSTRAINT_NAME AS name, k.CHECK_CLAUSE AS expression
    FROM information_schema.CHECK_CONSTRAINTS k JOIN information_schema.TABLE_CONSTRAINTS c
      ON c.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND c.CONSTRAINT_TYPE = 'CHECK'
    WHERE k.CONSTRAINT_SCHEMA = DATABASE() ORDER BY c.TABLE_NAME, k.CONSTRAINT_NAME`,
};

const text = (value: unknown): string => String(value ?? '');
const filled = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** The tables of the connection's database, from information_schema. */
export async function readMysqlSchema(all: All): Promise<Schema> {
  const tables = await all(statements.tables);
  const by = async (sql: string) => Map.groupBy(await all(sql), (it) => it.table);
  const columns = await by(statements.columns);
  const keys = await by(statements.keys);
  const indexes = await by(statements.indexes);
  const checks = await by(statements.checks);
  return {
    tables: tables.map((row): Table => {
      const { name } = row;
      const groups = groupsOf(keys.get(name) ?? []);
      const named = new Set(groups.map((it) => text(it[0]?.name)));
      return {
        schema: null,
        name: text(name),
        kind: text(row.kind) === 'VIEW' ? 'view' : 'table',
        comment: text(row.kind) === 'VIEW' ? null : filled(row.comment),
        columns: (columns.get(name) ?? []).map(columnOf),
        primaryKey: groups.filter((it) => it[0]?.kind === 'PRIMARY KEY').flatMap(columnsOf),
        uniques: groups.filter((it) => it[0]?.kind === 'UNIQUE').map(columnsOf),
        foreignKeys: groups.filter((it) => it[0]?.kind === 'FOREIGN KEY').map(foreignKeyOf),
        indexes: groupsOf(indexes.get(name) ?? [])
          .map(indexOf)
          .filter((it) => !named.has(it.name)),
        checks: (checks.get(name) ?? []).map(
          (it): Check => ({ name: filled(it.name), expression: text(it.expression) }),
        ),
        estimatedRows: row.estimate === null ? null : Number(row.estimate),
      };
    }),
  };
}

const groupsOf = (rows: readonly Row[]): Row[][] => [...Map.groupBy(rows, (it) => it.name).values()];
const columnsOf = (rows: readonly Row[]): string[] => rows.map((it) => text(it.column));

function columnOf(row: Row): Column {
  const type = text(row.type);
  const extra = text(row.extra).toLowerCase();
  const generated = filled(row.expression) !== null;
  const values = /^(?:enum|set)\(/i.test(type)
    ? [...type.matchAll(/'((?:[^']|''){0,255})'/g)].map(([, it]) => (it ?? '').replaceAll("''", "'"))
    : [];
  return {
    name: text(row.name),
    type,
    nullable: row.nullable === 'YES',
    default: generated || text(row.initial) === 'NULL' ? null : (row.initial as string | null),
    generated,
    automatic: extra.includes('auto_increment'),
    values,
    comment: filled(row.comment),
  };
}

const foreignKeyOf = (rows: readonly Row[]): ForeignKey => ({
  name: text(rows[0]?.name),
  columns: columnsOf(rows),
  schema: null,
  table: text(rows[0]?.target),
  referenced: rows.map((it) => text(it.referenced)),
  onDelete: text(rows[0]?.deletes) as OnDelete,
});

const indexOf = (rows: readonly Row[]): Index => ({
  name: text(rows[0]?.name),
  columns: rows.map((it) => filled(it.column) ?? '(expression)'),
  unique: Number(rows[0]?.duplicates) === 0,
  definition: null,
});
