/** Tables as the statements that would create them: exact enough to copy them and to compare two states. */
export interface Shape {
  readonly tables: readonly TableShape[];
  /** Enumerations of PostgreSQL that the tables use. */
  readonly enums: readonly EnumShape[];
}

export interface TableName {
  /** Null where the database has no schemas. */
  readonly schema: string | null;
  readonly name: string;
}

export interface TableShape extends TableName {
  readonly comment: string | null;
  readonly columns: readonly ColumnShape[];
  /** Keys, constraints, indexes and triggers. */
  readonly items: readonly ItemShape[];
  /** What follows the parenthesis of CREATE TABLE. */
  readonly options: string;
}

export interface ColumnShape {
  readonly name: string;
  /** Everything that follows the name in CREATE TABLE. */
  readonly definition: string;
  /** Parts of the definition, where the server has them apart. */
  readonly parts: ColumnParts | null;
  readonly comment: string | null;
}

export interface ColumnParts {
  readonly type: string;
  readonly default: string | null;
  readonly required: boolean;
  /** `GENERATED …`; empty for an ordinary column. */
  readonly generated: string;
}

export type ItemKind = 'primary key' | 'unique' | 'foreign key' | 'check' | 'exclusion' | 'index' | 'trigger';

export interface ItemShape {
  readonly kind: ItemKind;
  readonly name: string | null;
  /** For a constraint what follows its name, for an index or a trigger the statement. */
  readonly definition: string;
  /** The table that a foreign key refers to. */
  readonly references: TableName | null;
}

export interface EnumShape extends TableName {
  readonly values: readonly string[];
}

export const isSameTable = (a: TableName, b: TableName): boolean => a.name === b.name && a.schema === b.schema;

/** `schema.name`, without the schema that a statement need not name. */
export const shownTable = ({ schema, name }: TableName): string =>
  schema === null || schema === 'public' ? name : `${schema}.${name}`;

/** What makes two items the same, whatever they are called. */
export const itemKey = ({ kind, definition, name }: ItemShape): string =>
  `${kind} ${kind === 'index' && name !== null ? withoutName(definition, name) : definition}`;

/** `CREATE INDEX name ON …` without the name, quoted or not. */
const withoutName = (definition: string, name: string): string =>
  [name, `"${name.replaceAll('"', '""')}"`, `\`${name.replaceAll('`', '``')}\``].reduce(
    (text, it) => text.replace(`INDEX ${it} `, 'INDEX ').replace(`KEY ${it} `, 'KEY '),
    definition,
  );

/** What only one of the two lists has. */
export const onlyInOne = (a: readonly string[], b: readonly string[]): string[] => {
  const [ours, theirs] = [new Set(a), new Set(b)];
  return [...[...ours].filter((it) => !theirs.has(it)), ...[...theirs].filter((it) => !ours.has(it))];
};

const columnKey = ({ name, definition, comment }: ColumnShape): string => `${name} ${definition} ${comment ?? ''}`;

/** Every part in which the second state differs from the first; the order of columns does not count. */
export function differences(a: Shape, b: Shape): string[] {
  const found: string[] = [];
  for (const table of a.tables) {
    const other = b.tables.find((it) => isSameTable(it, table));
    if (other === undefined) found.push(`table ${shownTable(table)}`);
    else {
      const parts: [string, readonly string[], readonly string[]][] = [
        ['column', table.columns.map(columnKey), other.columns.map(columnKey)],
        ['constraint or index', table.items.map(itemKey), other.items.map(itemKey)],
        ['comment', [table.comment ?? ''], [other.comment ?? '']],
      ];
      for (const [what, ours, theirs] of parts)
        for (const it of onlyInOne(ours, theirs)) found.push(`${what} of ${shownTable(table)}: ${it}`);
    }
  }
  for (const table of b.tables)
    if (!a.tables.some((it) => isSameTable(it, table))) found.push(`table ${shownTable(table)}`);
  return found;
}

/** The tables of a shape, and those that foreign keys connect with them. */
export function connected(shape: Shape, named: readonly TableName[]): TableShape[] {
  const chosen = new Set(shape.tables.filter((it) => named.some((name) => isSameTable(it, name))));
  const refersTo = (table: TableShape, names: Iterable<TableName>) =>
    table.items.some(({ references }) => references !== null && [...names].some((it) => isSameTable(it, references)));
  for (let before = -1; before !== chosen.size; ) {
    before = chosen.size;
    for (const table of shape.tables) {
      const isNamed = named.some((it) => refersTo(table, [it]));
      const isReferred = [...chosen].some((it) => refersTo(it, [table]));
      if (isNamed || isReferred || refersTo(table, chosen)) chosen.add(table);
    }
  }
  return shape.tables.filter((it) => chosen.has(it));
}
