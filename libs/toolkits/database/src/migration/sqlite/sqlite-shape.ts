import type { Row } from '../../transaction.js';
import { nameAndRest, splitCreate, squeezed } from '../create-text.js';
import type { ReadAll } from '../migration-dialect.js';
import type { ItemKind, ItemShape, Shape, TableShape } from '../shape.js';

const statement = `SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%'
  ORDER BY name`;

const text = (value: unknown): string => String(value ?? '');

/** SQLite keeps the text of CREATE TABLE, which has everything. */
export async function readSqliteShape(all: ReadAll): Promise<Shape> {
  const rows = await all(statement, []);
  const of = (type: string) => rows.filter((it) => it.type === type);
  return {
    tables: of('table').map((row) => tableOf(row, rows)),
    enums: [],
  };
}

const constraints: readonly (readonly [RegExp, ItemKind])[] = [
  [/^PRIMARY KEY\b/i, 'primary key'],
  [/^UNIQUE\b/i, 'unique'],
  [/^CHECK\b/i, 'check'],
  [/^FOREIGN KEY\b/i, 'foreign key'],
];

/** A constraint of the table; null for a column. */
function constraintOf(part: string): ItemShape | null {
  const [prefix = '', name] = /^CONSTRAINT ("[^"]{1,200}"|`[^`]{1,200}`|\w{1,200}) /i.exec(part) ?? [];
  const definition = part.slice(prefix.length);
  const kind = constraints.find(([begin]) => begin.test(definition))?.[1];
  if (kind === undefined) return null;
  return { kind, name: name ?? null, definition, references: referenceIn(definition) };
}

const referenceIn = (definition: string): ItemShape['references'] => {
  const at = definition.search(/\bREFERENCES\b/i);
  return at < 0 ? null : { schema: null, name: nameAndRest(definition.slice(at + 'REFERENCES '.length)).name };
};

function tableOf(row: Row, rows: readonly Row[]): TableShape {
  const { parts, options } = splitCreate(text(row.sql));
  const columns = parts.filter((it) => constraintOf(it) === null).map(nameAndRest);
  const others = rows.filter((it) => it.table === row.name && it.type !== 'table');
  return {
    schema: null,
    name: text(row.name),
    comment: null,
    columns: columns.map(({ name, rest }) => ({ name, definition: rest, parts: null, comment: null })),
    items: [
      ...parts.map(constraintOf).filter((it) => it !== null),
      ...others.map(
        (it): ItemShape => ({
          kind: it.type === 'trigger' ? 'trigger' : 'index',
          name: text(it.name),
          definition: squeezed(text(it.sql)),
          references: null,
        }),
      ),
    ],
    options,
  };
}
