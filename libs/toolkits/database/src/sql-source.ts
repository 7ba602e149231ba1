import type { GatedQuery, QueryBounds } from './gate/bounds.js';
import type { MigrationDialect } from './migration/migration-dialect.js';
import type { Schema } from './schema/schema.js';
import type { Row, Transaction } from './transaction.js';

export type { Row, Transaction } from './transaction.js';

export const sqlKinds = ['postgresql', 'mysql', 'mariadb', 'sqlite'] as const;
export type SqlKind = (typeof sqlKinds)[number];

export interface QueryRows {
  readonly columns: readonly string[];
  /** Values in the order of the columns, as JSON. */
  readonly rows: readonly (readonly unknown[])[];
  /** There were more rows, or a value or the answer was too large. */
  readonly truncated: boolean;
}

/** What the server expects of a statement before it runs it. A member is null where the server does not say. */
export interface Estimate {
  readonly cost: number | null;
  /** Rows of the largest step. */
  readonly rows: number | null;
}

/**
 * One relational database. Everything that an agent wrote passes `gate` first; `all` and transactions run only
 * statements that this kit composed from names of the schema and parameters.
 */
export interface SqlSource {
  readonly kind: SqlKind;
  readonly bounds: QueryBounds;
  /** The server's name and version. */
  version(signal: AbortSignal): Promise<string>;
  schema(signal: AbortSignal): Promise<Schema>;
  gate(sql: string): Promise<GatedQuery>;
  estimate(query: GatedQuery, parameters: readonly unknown[], signal: AbortSignal): Promise<Estimate>;
  run(query: GatedQuery, parameters: readonly unknown[], signal: AbortSignal): Promise<QueryRows>;
  /** Reads with a statement of this kit, with the same time limit. */
  all(sql: string, parameters: readonly unknown[], signal: AbortSignal): Promise<readonly Row[]>;
  /** Null where no role that may write was registered. */
  readonly write: (<T>(work: (transaction: Transaction) => Promise<T>, signal: AbortSignal) => Promise<T>) | null;
  /** Compares and changes tables; used on a scratch database alone. */
  readonly migration: MigrationDialect;
  /**
   * Runs `work` in a database without tables, and leaves nothing of it. Null where none was registered. Statements fail
   * with a QueryRefusal.
   */
  readonly scratch: (<T>(work: (copy: Transaction) => Promise<T>, signal: AbortSignal) => Promise<T>) | null;
  close(): Promise<void>;
}
