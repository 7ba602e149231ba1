import { Refusal } from '@assay/kit';
import { QueryRefusal } from '../query-refusal.js';
import type { SqlSource, Transaction } from '../sql-source.js';
import { estimatedMs, measureRates, type Rates } from './estimate.js';
import type { GatedDefinition } from './migration-dialect.js';
import {
  connected,
  differences,
  isSameTable,
  type Shape,
  shownTable,
  type TableName,
  type TableShape,
} from './shape.js';
import type { Rename, Step } from './step.js';

export interface MigrationRequest {
  /** CREATE statements: the wanted state of the tables that they name. */
  readonly desired: string;
  readonly renames: readonly Rename[];
  /** Tables (`column` null) and columns that may be removed. */
  readonly drops: readonly { readonly table: TableName; readonly column: string | null }[];
}

export interface PlannedStep extends Omit<Step, 'onCopy'> {
  /** Null where the server has no estimate of the table's rows. */
  readonly estimatedMs: number | null;
}

export interface MigrationPlan {
  readonly up: readonly PlannedStep[];
  readonly down: readonly PlannedStep[];
  /** Tables that were copied, and on which every step was run up and down. */
  readonly copied: readonly string[];
  readonly isTransactional: boolean;
  readonly rates: Rates;
}

const maxTables = 100;

/**
 * Compares the current tables with the desired ones and tries the steps, up and down, on an empty copy. The desired
 * state is created on the copy's server as well and read back, so that both are compared in the server's own words.
 */
export async function planMigration(
  source: SqlSource,
  request: MigrationRequest,
  rowsOf: (table: TableName) => number | null,
  signal: AbortSignal,
): Promise<MigrationPlan> {
  const { migration, scratch } = source;
  if (scratch === null)
    throw new Refusal(
      'No scratch database is registered to try a plan on. An administrator adds one: assay databases add <name> --scratch',
    );
  const gated = await migration.gate(request.desired);
  const all = await migration.readShape((sql, parameters) => source.all(sql, parameters, signal));
  requireKnown(all, request, gated.tables);
  const named = [...gated.tables, ...request.drops.map((it) => it.table), ...request.renames.map((it) => it.table)];
  const tables = migration.copiesAll ? all.tables : connected(all, named);
  if (tables.length > maxTables)
    throw new Refusal(`${tables.length} tables would have to be copied, and at most ${maxTables} are.`);
  const current: Shape = { tables, enums: all.enums };
  const desired = await scratch((copy) => desiredShape(source, copy, current, request, gated), signal);
  requireNamedDrops(current, desired, request);
  const how = { renames: columnsFirst(request.renames), defined: gated.tables };
  const tried = await scratch((copy) => tryBothWays(source, copy, current, desired, how, rowsOf), signal);
  const rates = await scratch((copy) => measureRates(copy, migration.probe), signal);
  const planned = ({ onCopy: _, ...it }: Step): PlannedStep => ({
    ...it,
    estimatedMs: estimatedMs(rates, it.work, it.table === null ? 0 : rowsOf(it.table)),
  });
  return {
    up: tried.up.map(planned),
    down: tried.down.map(planned),
    copied: tables.map(shownTable),
    isTransactional: migration.isTransactional && [...tried.up, ...tried.down].every((it) => it.onCopy === undefined),
    rates,
  };
}

/** Names exist, and what happens to a part of a table is a part of that table's wanted state. */
function requireKnown(all: Shape, { renames, drops }: MigrationRequest, defined: readonly TableName[]): void {
  for (const { table, column } of [...renames, ...drops]) {
    const found = all.tables.find((it) => isSameTable(it, table));
    if (found === undefined) throw new Refusal(`There is no table "${shownTable(table)}" to rename or drop.`);
    if (column !== null && !found.columns.some((it) => it.name === column))
      throw new Refusal(`"${shownTable(table)}" has no column "${column}" to rename or drop.`);
  }
  const newName = (table: TableName) => {
    const to = renames.find((it) => it.column === null && isSameTable(it.table, table))?.to;
    return { ...table, name: to ?? table.name };
  };
  for (const { table } of [...renames, ...drops.filter((it) => it.column !== null)])
    if (!defined.some((it) => isSameTable(it, newName(table))))
      throw new Refusal(`Write in desired what "${shownTable(newName(table))}" should be afterwards.`);
}

/** Runs statements that the kit composed; a failure names the statement and not what the server says. */
async function runAll(copy: Transaction, statements: readonly string[], what: string): Promise<void> {
  for (const sql of statements)
    try {
      await copy.run(sql, []);
    } catch (error) {
      if (!(error instanceof QueryRefusal)) throw error;
      throw new QueryRefusal(error.reason, `${what}: ${error.sentence}`, {
        ...error.report,
        statement: sql.slice(0, 300),
      });
    }
}

/** The wanted state of all copied tables: those of the request as it says, the others as they are. */
async function desiredShape(
  { migration }: SqlSource,
  copy: Transaction,
  current: Shape,
  { renames, drops }: MigrationRequest,
  gated: GatedDefinition,
): Promise<Shape> {
  const isIn = (names: readonly TableName[], table: TableName) => names.some((it) => isSameTable(it, table));
  const dropped = drops.filter((it) => it.column === null).map((it) => it.table);
  const renamedTables = renames.filter((it) => it.column === null).map((it) => it.table);
  const kept = current.tables.filter((it) => !isIn(gated.tables, it) && !isIn(dropped, it) && !isIn(renamedTables, it));
  // Foreign keys of kept tables may refer to tables of the request, and those of the request to kept ones.
  const bare = kept.map((it) => ({ ...it, items: it.items.filter((item) => item.kind !== 'foreign key') }));
  await runAll(copy, migration.create(current, bare), 'A table cannot be copied');
  await runAll(copy, gated.statements, 'The desired schema is refused');
  const made = await migration.readShape((sql, parameters) => copy.all(sql, parameters));
  const withKeys = made.tables.map((table) => {
    const original = current.tables.find((it) => isSameTable(it, table));
    if (original === undefined) return table;
    if (kept.includes(original)) return { ...table, items: original.items };
    // A desired schema says nothing of triggers.
    return { ...table, items: [...table.items, ...original.items.filter((it) => it.kind === 'trigger')] };
  });
  return { tables: withKeys, enums: made.enums };
}

/** What disappears has to be named, so that a forgotten line drops nothing. */
function requireNamedDrops(current: Shape, desired: Shape, { drops, renames }: MigrationRequest): void {
  const isNamed = (table: TableName, column: string | null) =>
    [...drops, ...renames].some((it) => isSameTable(it.table, table) && it.column === column);
  for (const table of current.tables) {
    const to = renames.find((it) => it.column === null && isSameTable(it.table, table))?.to ?? table.name;
    const other = desired.tables.find((it) => isSameTable(it, { schema: table.schema, name: to }));
    for (const { name } of other === undefined ? [] : table.columns)
      if (!other?.columns.some((it) => it.name === name) && !isNamed(table, name))
        throw new Refusal(
          `The desired "${shownTable(table)}" has no column "${name}", which exists. Name it in drops ("${shownTable(table)}.${name}") or in renames.`,
        );
  }
}

async function tryBothWays(
  { migration }: SqlSource,
  copy: Transaction,
  current: Shape,
  desired: Shape,
  { renames, defined }: { readonly renames: readonly Rename[]; readonly defined: readonly TableName[] },
  rowsOf: (table: TableName) => number | null,
): Promise<{ readonly up: readonly Step[]; readonly down: readonly Step[] }> {
  const read = () => migration.readShape((sql, parameters) => copy.all(sql, parameters));
  const attempt = async (steps: readonly Step[], way: string) => {
    const done: Step[] = [];
    for (const it of steps) done.push(await attemptOne(it, way));
    return done;
  };
  const attemptOne = async (it: Step, way: string) => {
    try {
      return await migration.attempt(copy, it);
    } catch (error) {
      if (!(error instanceof QueryRefusal)) throw error;
      throw new QueryRefusal(error.reason, `A step ${way} failed on the copy: ${error.sentence}`, {
        ...error.report,
        statement: it.sql.slice(0, 300),
      });
    }
  };
  await runAll(copy, migration.create(current, current.tables), 'A table cannot be copied');
  requireSame(await read(), current, 'cannot be copied exactly');
  const renamed = await attempt(renames.map(migration.rename), 'up');
  // The server rewrites keys and indexes of what is renamed, also in tables that the request does not name.
  const between = renames.length === 0 ? current : await read();
  const wanted = { ...desired, tables: desired.tables.map((it) => keptOr(it, defined, between)) };
  const up = [...renamed, ...(await attempt(migration.changes(between, wanted, rowsOf), 'up'))];
  requireSame(await read(), wanted, 'is not reached by the steps up');
  const back = await attempt(migration.changes(wanted, between, rowsOf), 'down');
  const named = await attempt(
    [...renames].reverse().map((it) => migration.rename(inverse(it))),
    'down',
  );
  requireSame(await read(), current, 'is not reached by the steps down');
  return { up, down: [...back, ...named] };
}

const keptOr = (table: TableShape, defined: readonly TableName[], kept: Shape): TableShape =>
  defined.some((it) => isSameTable(it, table)) ? table : (kept.tables.find((it) => isSameTable(it, table)) ?? table);

/** Columns are renamed before tables, so that every rename uses the current name of its table. */
const columnsFirst = (renames: readonly Rename[]): Rename[] =>
  [...renames].sort((a, b) => Number(a.column === null) - Number(b.column === null));

const inverse = ({ table, column, to }: Rename): Rename =>
  column === null ? { table: { ...table, name: to }, column, to: table.name } : { table, column: to, to: column };

function requireSame(found: Shape, wanted: Shape, what: string): void {
  const differ = differences(found, wanted);
  if (differ.length === 0) return;
  throw new Refusal(
    `No plan: a state ${what}. It has to be planned by hand. What differs:\n${differ.slice(0, 10).join('\n')}`,
  );
}
