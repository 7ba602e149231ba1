import type { GatedQuery } from '../gate/bounds.js';
import { QueryRefusal } from '../query-refusal.js';
import { findTable, qualified, type Schema } from '../schema/schema.js';
import type { Estimate, SqlSource } from '../sql-source.js';
import { checkNames } from './check-names.js';

export interface QueryAnswer {
  sql: string;
  columns: string[];
  rows: unknown[][];
  rowCount: number;
  executionMs: number;
  truncated: boolean;
}

/** What reading and running a query needs beside its text. */
export interface QueryPlace {
  readonly source: SqlSource;
  readonly schema: Schema;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** QueryApproved = ParseValid ∧ ReadOnly ∧ ComplexityBound ∧ CostBound, each with its own reason when it fails. */
export async function approveQuery(
  { source, schema }: QueryPlace,
  sql: string,
  parameters: readonly unknown[],
  signal: AbortSignal,
): Promise<GatedQuery> {
  const gated = await source.gate(sql);
  if (gated.parameters !== parameters.length)
    throw new QueryRefusal(
      'parse_error',
      `The statement has ${gated.parameters} parameters, and ${parameters.length} values were given.`,
      { parameters: gated.parameters, values: parameters.length },
    );
  checkNames(gated, schema);
  const estimate = await source.estimate(gated, parameters, signal);
  requireCheap(estimate, source);
  requireConditions(gated, schema, estimate, source);
  return gated;
}

/** Checks a statement, runs it and returns at most the rows of the bounds. */
export async function runQuery(
  place: QueryPlace,
  sql: string,
  parameters: readonly unknown[],
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const gated = await approveQuery(place, sql, parameters, signal);
  const begun = place.now();
  const { columns, rows, truncated } = await place.source.run(gated, parameters, signal);
  return {
    sql: gated.sql,
    columns: [...columns],
    rows: rows.map((it) => [...it]),
    rowCount: rows.length,
    executionMs: Math.round((place.now() - begun) * 10) / 10,
    truncated,
  };
}

function requireCheap({ cost, rows }: Estimate, { bounds: { maxCost, maxPlanRows } }: SqlSource): void {
  const isDear = (cost ?? 0) > maxCost || (rows ?? 0) > maxPlanRows;
  if (isDear)
    throw new QueryRefusal(
      'estimated_cost_too_high',
      'The plan is too expensive. Add conditions on indexed columns, or join on keys.',
      { cost, maxCost, rows, maxRows: maxPlanRows },
    );
}

/** Cost, in the planner's units, up to which a large table may be read without a condition: a LIMIT ends it early. */
const cheapCost = 1_000;

/** A large table without a condition is refused, unless the plan shows that few of its rows are read. */
function requireConditions(gated: GatedQuery, schema: Schema, { cost }: Estimate, { bounds, kind }: SqlSource): void {
  for (const named of gated.unconditioned) {
    const table = findTable(schema, named);
    const rows = table?.estimatedRows ?? 0;
    if (table === undefined || rows <= bounds.largeTableRows) continue;
    if (kind === 'postgresql' && cost !== null && cost <= cheapCost) continue;
    throw new QueryRefusal(
      'query_too_complex',
      `"${qualified(table)}" has about ${rows} rows and is read without a condition. Add WHERE on one of its columns.`,
      { table: qualified(table), estimatedRows: rows, largeTableRows: bounds.largeTableRows },
    );
  }
}
