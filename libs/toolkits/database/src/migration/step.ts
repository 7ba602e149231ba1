import type { TableName } from './shape.js';

/** What a step makes other sessions wait for while it runs. */
export type Blocks = 'nothing' | 'writes' | 'reads and writes';

/** What its duration grows with: `catalog` takes as long on an empty table as on a full one. */
export type Work = 'catalog' | 'scan' | 'index' | 'rewrite';

/** One statement of a migration. */
export interface Step {
  readonly sql: string;
  readonly table: TableName | null;
  /** In the words of the server. */
  readonly lock: string;
  readonly blocks: Blocks;
  readonly work: Work;
  /** Values that no later step brings back. */
  readonly losesData: boolean;
  readonly note: string | null;
  /** A query that must count 0 rows, or the step fails on the real table. */
  readonly check: string | null;
  /** What is run on the copy instead, where the statement cannot run inside a transaction; null to run nothing. */
  readonly onCopy?: string | null;
}

const plain = { losesData: false, note: null, check: null } as const;

/** A step with its lock and work; what is particular to it comes last. */
export const step = (
  sql: string,
  table: TableName | null,
  cost: Pick<Step, 'lock' | 'blocks' | 'work'>,
  particular: Partial<Step> = {},
): Step => ({
  ...plain,
  sql,
  table: table && { schema: table.schema, name: table.name },
  ...cost,
  ...particular,
});

export interface Rename {
  readonly table: TableName;
  /** Null to rename the table itself. */
  readonly column: string | null;
  readonly to: string;
}
