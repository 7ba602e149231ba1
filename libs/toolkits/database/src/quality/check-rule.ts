import { Refusal } from '@assay/kit';
import { quoteName, quoteTable } from '../names.js';
import { qualified, type Schema, type Table, tableNamed } from '../schema/schema.js';
import type { Row, SqlSource } from '../sql-source.js';
import { divergence, type Rule } from './rules.js';

/** Whether a rule holds. An empty table passes every rule but freshness. */
export interface Finding {
  readonly passed: boolean;
  /** A rate, a count, a divergence or an age in hours; null when there is nothing to measure. */
  readonly measured: number | null;
  readonly note: string;
}

export interface QualityPlace {
  readonly source: SqlSource;
  readonly schema: Schema;
  readonly table: Table;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const maxValues = 1_000;

export function checkRule(place: QualityPlace, rule: Rule, signal: AbortSignal): Promise<Finding> {
  if (rule.rule === 'completeness') return completeness(place, rule, signal);
  if (rule.rule === 'uniqueness') return uniqueness(place, rule, signal);
  if (rule.rule === 'references') return references(place, rule, signal);
  if (rule.rule === 'distribution') return distribution(place, rule, signal);
  return freshness(place, rule, signal);
}

type Of<K extends Rule['rule']> = Extract<Rule, { rule: K }>;

function names({ source }: QualityPlace, table: Table, columns: readonly string[]): string[] {
  return columns.map((name) => {
    if (!table.columns.some((it) => it.name === name))
      throw new Refusal(`"${qualified(table)}" has no column "${name}".`);
    return quoteName(source.kind, name);
  });
}

async function one({ source }: QualityPlace, sql: string, signal: AbortSignal): Promise<Row> {
  return (await source.all(sql, [], signal))[0] ?? {};
}

const tableOf = ({ source, table }: QualityPlace): string => quoteTable(source.kind, table);

async function completeness(
  place: QualityPlace,
  { column, maxNullRate }: Of<'completeness'>,
  signal: AbortSignal,
): Promise<Finding> {
  const [name] = names(place, place.table, [column]);
  const row = await one(place, `SELECT count(*) AS total, count(${name}) AS present FROM ${tableOf(place)}`, signal);
  const [total, present] = [Number(row.total), Number(row.present)];
  const rate = total === 0 ? 0 : (total - present) / total;
  return { passed: rate <= maxNullRate, measured: rate, note: `${total - present} of ${total} rows are null` };
}

async function uniqueness(place: QualityPlace, { columns }: Of<'uniqueness'>, signal: AbortSignal): Promise<Finding> {
  const list = names(place, place.table, columns).join(', ');
  const present = names(place, place.table, columns)
    .map((it) => `${it} IS NOT NULL`)
    .join(' AND ');
  const sql = `SELECT count(*) AS extra FROM (SELECT ${list} FROM ${tableOf(place)} WHERE ${present} GROUP BY ${list} HAVING count(*) > 1) AS repeated`;
  const extra = Number((await one(place, sql, signal)).extra);
  return { passed: extra === 0, measured: extra, note: `${extra} values occur more than once` };
}

async function references(
  place: QualityPlace,
  { columns, table, referenced }: Of<'references'>,
  signal: AbortSignal,
): Promise<Finding> {
  const other = tableNamed(place.schema, table);
  if (other === undefined) throw new Refusal(`There is no table "${table}".`);
  if (columns.length !== referenced.length) throw new Refusal('columns and referenced have the same length.');
  const own = names(place, place.table, columns).map((it) => `a.${it}`);
  const theirs = names(place, other, referenced).map((it) => `b.${it}`);
  const joined = own.map((it, at) => `${it} = ${theirs[at]}`).join(' AND ');
  const present = own.map((it) => `${it} IS NOT NULL`).join(' AND ');
  const sql = `SELECT count(*) AS orphans FROM ${tableOf(place)} a WHERE ${present} AND NOT EXISTS (SELECT 1 FROM ${quoteTable(place.source.kind, other)} b WHERE ${joined})`;
  const orphans = Number((await one(place, sql, signal)).orphans);
  return { passed: orphans === 0, measured: orphans, note: `${orphans} rows refer to no row of "${qualified(other)}"` };
}

async function distribution(
  place: QualityPlace,
  { column, baseline, maxDivergence }: Of<'distribution'>,
  signal: AbortSignal,
): Promise<Finding> {
  const [name] = names(place, place.table, [column]);
  const sql = `SELECT ${name} AS value, count(*) AS amount FROM ${tableOf(place)} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY count(*) DESC LIMIT ${maxValues}`;
  const rows = await place.source.all(sql, [], signal);
  const observed = new Map(rows.map((it) => [String(it.value), Number(it.amount)]));
  if (observed.size === 0) return { passed: true, measured: null, note: 'there is no value' };
  const measured = divergence(observed, baseline);
  return {
    passed: measured <= maxDivergence,
    measured,
    note: `${observed.size} values, ${Object.keys(baseline).length} in the baseline`,
  };
}

const msPerHour = 3_600_000;

async function freshness(
  place: QualityPlace,
  { column, maxAgeHours }: Of<'freshness'>,
  signal: AbortSignal,
): Promise<Finding> {
  const [name] = names(place, place.table, [column]);
  const { newest } = await one(place, `SELECT max(${name}) AS newest FROM ${tableOf(place)}`, signal);
  const at = instantOf(newest);
  if (at === null) return { passed: false, measured: null, note: 'no value is an instant' };
  const hours = (place.now - at) / msPerHour;
  return { passed: hours <= maxAgeHours, measured: hours, note: `the newest is ${new Date(at).toISOString()}` };
}

/** Texts without a zone are UTC, as sessions of this kit are. */
function instantOf(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const text = value instanceof Date ? value.toISOString() : String(value);
  const isBare = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/.test(text);
  const at = Date.parse(isBare ? `${text.replace(' ', 'T')}Z` : text.replace(/([+-]\d{2})$/, '$1:00'));
  return Number.isNaN(at) ? null : at;
}
