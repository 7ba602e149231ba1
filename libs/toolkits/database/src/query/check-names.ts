import type { GatedQuery, ReadTable } from '../gate/bounds.js';
import { QueryRefusal } from '../query-refusal.js';
import { findTable, qualified, type Schema, type Table } from '../schema/schema.js';

const nearest = (name: string, known: readonly string[]): string[] => {
  const lower = name.toLowerCase();
  return known.filter((it) => it.toLowerCase().includes(lower) || lower.includes(it.toLowerCase())).slice(0, 5);
};

const shown = ({ schema, name }: ReadTable): string => (schema === null ? name : `${schema}.${name}`);

/**
 * The tables that a statement reads. Every table is one of the schema and every column one of those tables or an alias,
 * so that neither a system column nor a function written as a column is reached.
 */
export function checkNames({ tables, columns, aliases }: GatedQuery, schema: Schema): Table[] {
  const read = tables.map((named) => {
    const table = findTable(schema, named);
    if (table !== undefined) return table;
    const similar = nearest(named.name, schema.tables.map(qualified));
    throw new QueryRefusal('unknown_name', `There is no table "${shown(named)}" that this role may read.`, {
      table: shown(named),
      ...(similar.length > 0 && { similar }),
    });
  });
  const names = read.flatMap((it) => it.columns.map(({ name }) => name));
  const known = new Set([...names, ...aliases].map((it) => it.toLowerCase()));
  const unknown = columns.find((it) => !known.has(it.toLowerCase()));
  if (unknown === undefined) return read;
  const similar = nearest(unknown, names);
  throw new QueryRefusal('unknown_name', `No table of the statement has a column "${unknown}".`, {
    column: unknown,
    ...(similar.length > 0 && { similar }),
  });
}
