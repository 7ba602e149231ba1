import { type Column, type ForeignKey, qualified, type Table, type TableStatistics } from '../schema/schema.js';
import { isJunction } from './choose-tables.js';

/** `1234567` as `1.2M`. */
export const shortNumber = (count: number): string => {
  if (count < 10_000) return String(Math.round(count * 10) / 10);
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${Math.round(count / 100_000) / 10}M`;
};

const percent = (rate: number): string => `${Math.round(rate * 1000) / 10}%`;

/** The source document's compact form of a table: one line for each column, with keys, checks and what is known of its values. */
export function compactTable(table: Table, statistics: TableStatistics | null): string {
  const { checks, uniques, comment } = table;
  const single = checks.filter((it) => table.columns.some((column) => isAbout(it.expression, column, table)));
  const lines = table.columns.map((column) => `  ${columnLine(column, table, single, statistics)}`);
  const constraints = [
    ...(table.primaryKey.length > 1 ? [`  PK(${table.primaryKey.join(', ')})`] : []),
    ...uniques.filter((it) => it.length > 1).map((it) => `  UNIQUE(${it.join(', ')})`),
    ...table.foreignKeys
      .filter((it) => it.columns.length > 1)
      .map((it) => `  FK(${it.columns.join(', ')})→${target(it)}`),
    ...table.indexes
      .filter((it) => it.columns.length > 1 || it.columns[0] === '(expression)')
      .map((it) => `  ${it.unique ? 'UNIQUE ' : ''}INDEX(${it.columns.join(', ')})`),
    ...checks.filter((it) => !single.includes(it)).map((it) => `  CHECK(${it.expression})`),
  ];
  const rows = table.estimatedRows === null ? [] : [`~${shortNumber(table.estimatedRows)} rows`];
  const notes = [
    ...(comment === null ? [] : [comment]),
    ...rows,
    ...(statistics?.rowsPerDay === null || statistics === null
      ? []
      : [`~${shortNumber(statistics.rowsPerDay)} rows/day`]),
    ...(isJunction(table) ? ['junction'] : []),
  ];
  const head = `${table.kind === 'view' ? 'VIEW' : 'TABLE'} ${qualified(table)} (`;
  const end = `)${notes.length > 0 ? ` -- ${notes.join(', ')}` : ''}`;
  const samples = (statistics?.samples ?? []).map((it) => `-- e.g. ${JSON.stringify(it)}`);
  return [
    head,
    ...[...lines, ...constraints].map((it, at, all) => (at < all.length - 1 ? `${it},` : it)),
    end,
    ...samples,
  ].join('\n');
}

/** Whether a check names this column and no other. */
function isAbout(expression: string, column: Column, table: Table): boolean {
  const words = new Set(expression.match(/[\p{L}_][\p{L}\p{N}_]{0,62}/gu) ?? []);
  return words.has(column.name) && !table.columns.some((it) => it !== column && words.has(it.name));
}

function columnLine(column: Column, table: Table, checks: Table['checks'], statistics: TableStatistics | null): string {
  const { name, type, values } = column;
  const keys = table.foreignKeys.filter((it) => it.columns.length === 1 && it.columns[0] === name);
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === name;
  const isIndexed = table.indexes.some((it) => it.columns.length === 1 && it.columns[0] === name);
  const kind =
    values.length > 0 && !/^(?:enum|set)\(/i.test(type) ? `ENUM(${values.map((it) => `'${it}'`).join(',')})` : type;
  const facts = [
    kind,
    ...(isKey ? ['PK'] : []),
    ...(column.automatic ? ['AUTO'] : []),
    ...(column.generated ? ['GENERATED'] : []),
    ...keys.map((it) => `FK→${target(it)}`),
    ...(column.nullable || isKey ? [] : ['NOT NULL']),
    ...(table.uniques.some((it) => it.length === 1 && it[0] === name) ? ['UNIQUE'] : []),
    ...(isIndexed ? ['INDEX'] : []),
    ...(column.default === null || column.automatic ? [] : [`DEFAULT ${column.default.slice(0, 60)}`]),
    ...checks
      .filter((it) => isAbout(it.expression, column, table))
      .map((it) => `CHECK(${it.expression.slice(0, 200)})`),
  ];
  const known = [...(column.comment === null ? [] : [column.comment]), ...valuesText(name, column, statistics)];
  return `${name}: ${facts.join(' ')}${known.length > 0 ? ` -- ${known.join('; ')}` : ''}`;
}

const target = ({ schema, table, referenced }: ForeignKey): string =>
  `${qualified({ schema, name: table })}${referenced.length > 0 ? `.${referenced.join(',')}` : ''}`;

function valuesText(name: string, { nullable, values }: Column, statistics: TableStatistics | null): string[] {
  const known = statistics?.columns[name];
  if (known === undefined) return [];
  const common =
    values.length === 0 ? known.common.slice(0, 6).map((it) => `${it.value.slice(0, 30)} ${percent(it.share)}`) : [];
  return [
    ...(nullable && known.nullRate !== null && known.nullRate > 0 ? [`${percent(known.nullRate)} null`] : []),
    ...(common.length > 1 ? [common.join(', ')] : []),
  ];
}

/** Foreign keys among the described tables and from them to others. */
export const relations = (tables: readonly Table[]): string[] =>
  tables.flatMap((table) =>
    table.foreignKeys.map((it) => `${qualified(table)}.${it.columns.join(',')} → ${target(it)}`),
  );
