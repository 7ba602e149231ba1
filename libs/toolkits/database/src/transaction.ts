export type Row = Readonly<Record<string, unknown>>;

/** Statements inside one transaction of a role that may write. */
export interface Transaction {
  all(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
  /** The number of rows that changed. */
  run(sql: string, parameters: readonly unknown[]): Promise<number>;
}
