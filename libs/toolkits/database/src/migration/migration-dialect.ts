import type { Row, Transaction } from '../transaction.js';
import type { Shape, TableName, TableShape } from './shape.js';
import type { Rename, Step } from './step.js';

export type ReadAll = (sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>;

/** CREATE statements that passed the gate of definitions. */
export interface GatedDefinition {
  readonly statements: readonly string[];
  /** The tables that they create. */
  readonly tables: readonly TableName[];
}

/** What planning a migration needs of one kind of database. */
export interface MigrationDialect {
  /** Refuses everything but CREATE TABLE, CREATE INDEX and what belongs to them. */
  gate(text: string): Promise<GatedDefinition>;
  readShape(all: ReadAll): Promise<Shape>;
  /** The statements that create the tables, foreign keys last. */
  create(shape: Shape, tables: readonly TableShape[]): string[];
  rename(rename: Rename): Step;
  /** The steps from one state to the other. */
  changes(from: Shape, to: Shape, rowsOf: (table: TableName) => number | null): Step[];
  /** Tries the step on the copy, and returns it with what was seen there. */
  attempt(copy: Transaction, step: Step): Promise<Step>;
  /** Statements that make, scan, index and rewrite a table of `probeRows` rows, to measure how long that takes here. */
  readonly probe: Readonly<Record<'make' | 'scan' | 'index' | 'rewrite' | 'remove', string>>;
  /** Whether triggers may name any table, so that all are copied and not only those that foreign keys connect. */
  readonly copiesAll: boolean;
  /** Whether all steps run in one transaction. */
  readonly isTransactional: boolean;
}

export const probeRows = 20_000;
