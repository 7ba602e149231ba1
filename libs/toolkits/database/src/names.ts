import type { SqlKind } from './sql-source.js';

/** A name in quotes. Names come from the schema or were checked against it, never from a statement's text. */
export const quoteName = (kind: SqlKind, name: string): string =>
  kind === 'mysql' || kind === 'mariadb' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;

export const quoteTable = (
  kind: SqlKind,
  { schema, name }: { readonly schema: string | null; readonly name: string },
): string => (schema === null ? quoteName(kind, name) : `${quoteName(kind, schema)}.${quoteName(kind, name)}`);

/** The placeholder of the parameter with this number, from 1. */
export const placeholder = (kind: SqlKind, number: number): string => (kind === 'postgresql' ? `$${number}` : '?');
