import type { Row } from '../sql-source.js';

/** What is asked of the process that has an SQLite file open. */
export type SqliteRequest =
  | {
      readonly does: 'query';
      readonly sql: string;
      readonly parameters: readonly unknown[];
      readonly maxRows: number;
      readonly maxCellLength: number;
      readonly maxBytes: number;
      /** In lower case. */
      readonly functions: readonly string[];
    }
  | { readonly does: 'all' | 'run'; readonly sql: string; readonly parameters: readonly unknown[] };

export type SqliteAnswer =
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[]; readonly truncated: boolean }
  | { readonly all: readonly Row[] }
  | { readonly changed: number }
  | { readonly failed: { readonly code: string; readonly denied: string | null } };

/** A database of the process alone, where migrations are tried. */
export const inMemory = ':memory:';

export interface SqliteOpening {
  readonly file: string;
  readonly writes: boolean;
}
