/** Bounds of a statement and its answer. Every number is a default that the registration of a database may lower. */
export interface QueryBounds {
  /** Of the statement's text, in characters. */
  readonly maxLength: number;
  readonly maxJoins: number;
  /** Levels of subqueries below the statement itself. */
  readonly maxDepth: number;
  /** SELECTs in one statement, subqueries and parts of set operations included. */
  readonly maxSelects: number;
  readonly maxRows: number;
  /** Characters of one value that are returned. */
  readonly maxCellLength: number;
  /** Of an answer, in bytes received from the server. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Total cost of EXPLAIN, in the planner's units. */
  readonly maxCost: number;
  /** Rows that one step of the plan is expected to produce. */
  readonly maxPlanRows: number;
  /** A table with more rows needs a condition. */
  readonly largeTableRows: number;
}

export const queryBounds: QueryBounds = Object.freeze({
  maxLength: 10_000,
  maxJoins: 5,
  maxDepth: 3,
  maxSelects: 12,
  maxRows: 1_000,
  maxCellLength: 4_000,
  maxBytes: 8_000_000,
  timeoutMs: 10_000,
  maxCost: 1_000_000,
  maxPlanRows: 20_000_000,
  largeTableRows: 100_000,
});

/** A table or view that a statement reads, as it is written there. */
export interface ReadTable {
  readonly schema: string | null;
  readonly name: string;
}

/** A statement that passed the gate. */
export interface GatedQuery {
  /** The text that is run. */
  readonly sql: string;
  readonly tables: readonly ReadTable[];
  /** Tables that are read without a condition on a column. */
  readonly unconditioned: readonly ReadTable[];
  /** Column names that the statement uses, lower case where it does not quote them. */
  readonly columns: readonly string[];
  /** Names that the statement itself gives to columns, tables and subqueries. */
  readonly aliases: ReadonlySet<string>;
  readonly joins: number;
  readonly depth: number;
  readonly parameters: number;
}
