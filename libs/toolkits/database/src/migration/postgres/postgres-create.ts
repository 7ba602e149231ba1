import { quoteName, quoteTable } from '../../names.js';
import type { ColumnShape, EnumShape, ItemShape, Shape, TableName, TableShape } from '../shape.js';

export const quoted = (table: TableName): string => quoteTable('postgresql', table);
export const column = (name: string): string => quoteName('postgresql', name);
export const literal = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`;

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

export const columnText = (it: ColumnShape): string => `${column(it.name)} ${it.definition}`;

export const constraintText = (it: ItemShape): string =>
  `${it.name === null ? '' : `CONSTRAINT ${column(it.name)} `}${it.definition}`;

/** The sequences that defaults take numbers from, as `nextval('…'::regclass)` names them. */
export const sequencesOf = (
  columns: readonly ColumnShape[],
): { readonly sequence: string; readonly column: string }[] =>
  columns.flatMap((it) => {
    const [, sequence] = /^nextval\('((?:[^']|''){1,200})'::regclass\)$/.exec(it.parts?.default ?? '') ?? [];
    return sequence === undefined ? [] : [{ sequence: sequence.replaceAll("''", "'"), column: it.name }];
  });

export const enumText = (it: EnumShape): string =>
  `CREATE TYPE ${quoted(it)} AS ENUM (${it.values.map(literal).join(', ')})`;

/** Enumerations that the columns of the tables have as their type. */
export const enumsOf = ({ enums }: Shape, tables: readonly TableShape[]): EnumShape[] =>
  enums.filter((it) =>
    tables.some((table) =>
      table.columns.some(({ parts }) => {
        const type = (parts?.type ?? '').replaceAll('[]', '');
        return [it.name, column(it.name), `${it.schema}.${it.name}`, quoted(it)].includes(type);
      }),
    ),
  );

/** One table without its foreign keys: sequences first, indexes and comments last. */
export function tableStatements(table: TableShape): string[] {
  const constraints = table.items.filter((it) => it.kind !== 'index' && it.kind !== 'foreign key');
  const lines = [...table.columns.map(columnText), ...constraints.map(constraintText)];
  const sequences = sequencesOf(table.columns);
  const comments = table.columns.filter((it) => it.comment !== null);
  return [
    ...unique(sequences.map((it) => it.sequence)).map((it) => `CREATE SEQUENCE IF NOT EXISTS ${it}`),
    `CREATE TABLE ${quoted(table)} (\n  ${lines.join(',\n  ')}\n)`,
    ...sequences.map((it) => `ALTER SEQUENCE ${it.sequence} OWNED BY ${quoted(table)}.${column(it.column)}`),
    ...table.items.filter((it) => it.kind === 'index').map((it) => it.definition),
    ...(table.comment === null ? [] : [`COMMENT ON TABLE ${quoted(table)} IS ${literal(table.comment)}`]),
    ...comments.map((it) => `COMMENT ON COLUMN ${quoted(table)}.${column(it.name)} IS ${literal(it.comment ?? '')}`),
  ];
}

export function createPostgres(shape: Shape, tables: readonly TableShape[]): string[] {
  const schemas = unique([...tables, ...enumsOf(shape, tables)].map((it) => it.schema)).filter(
    (it): it is string => it !== null && it !== 'public',
  );
  const keys = tables.flatMap((table) =>
    table.items
      .filter((it) => it.kind === 'foreign key')
      .map((it) => `ALTER TABLE ${quoted(table)} ADD ${constraintText(it)}`),
  );
  return [
    ...schemas.map((it) => `CREATE SCHEMA IF NOT EXISTS ${column(it)}`),
    ...enumsOf(shape, tables).map(enumText),
    ...tables.flatMap(tableStatements),
    ...keys,
  ];
}
