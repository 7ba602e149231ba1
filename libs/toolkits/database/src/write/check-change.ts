import { Refusal } from '@assay/kit';
import { qualified, type Schema, type Table, tableNamed } from '../schema/schema.js';
import type { PlainRow } from './plain-rows.js';

export const actions = ['insert', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

/** A change of one row. Of an insert `key` is null, of a delete `set` is. */
export interface RowChange {
  readonly key: PlainRow | null;
  readonly set: PlainRow | null;
}

/** The table of a change, which has a primary key to name its rows by. */
export function writableTable(schema: Schema, name: string): Table {
  const table = tableNamed(schema, name);
  if (table === undefined) throw new Refusal(`There is no table "${name}". Use describe to see which there are.`);
  if (table.kind === 'view') throw new Refusal(`"${name}" is a view: change the tables behind it.`);
  if (table.primaryKey.length === 0)
    throw new Refusal(`"${name}" has no primary key, so its rows cannot be named one by one.`);
  return table;
}

/** Keys are whole primary keys; values are of columns that exist, are not computed and are not part of the key. */
export function checkChanges(table: Table, action: Action, changes: readonly RowChange[]): void {
  const shown = qualified(table);
  const seen = new Set<string>();
  for (const { key, set } of changes) {
    if (key !== null) {
      requireKey(table, key);
      const text = JSON.stringify(table.primaryKey.map((it) => String(key[it])));
      if (seen.has(text)) throw new Refusal(`The row ${text} of "${shown}" is named twice.`);
      seen.add(text);
    }
    for (const name of Object.keys(set ?? {})) {
      const column = table.columns.find((it) => it.name === name);
      if (column === undefined)
        throw new Refusal(`"${shown}" has no column "${name}". Its columns: ${namesOf(table)}.`);
      if (column.generated) throw new Refusal(`"${name}" is computed by the database and cannot be written.`);
      if (action === 'update' && table.primaryKey.includes(name))
        throw new Refusal(`"${name}" is part of the key. Delete the row and insert another one instead.`);
    }
    if (action === 'update' && Object.keys(set ?? {}).length === 0)
      throw new Refusal('An update sets at least one column.');
  }
}

const namesOf = (table: Table): string =>
  table.columns
    .map((it) => it.name)
    .slice(0, 60)
    .join(', ');

function requireKey(table: Table, key: PlainRow): void {
  const given = Object.keys(key).sort();
  const wanted = [...table.primaryKey].sort();
  const isWhole = given.length === wanted.length && given.every((it, at) => it === wanted[at]);
  if (!isWhole || Object.values(key).some((it) => it === null))
    throw new Refusal(`A row of "${qualified(table)}" is named by its whole key: ${table.primaryKey.join(', ')}.`);
}
