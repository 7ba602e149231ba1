import type { ReadTable } from '../bounds.js';

/** What the recognizer collects while it reads. */
export class SubsetFacts {
  readonly tables: ReadTable[] = [];
  readonly unconditioned: ReadTable[] = [];
  readonly columns = new Set<string>();
  readonly aliases = new Set<string>();
  readonly subqueries = new Set<string>();
  joins = 0;
  depth = 0;
  selects = 0;
  parameters = 0;
  concatenations = 0;
  /** How often a column was named; a condition that adds none is about no data. */
  mentions = 0;
}
