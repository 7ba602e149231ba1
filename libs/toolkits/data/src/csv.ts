import { clip, Refusal } from '@assay/kit';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { dataTool, maxText } from './data-tool.js';
import { jsonInput } from './json-input.js';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const input = z.strictObject({
  action: z.enum(['parse', 'write']),
  text: z.string().max(maxText).optional().describe('For parse: the CSV'),
  rows: z.unknown().optional().describe('For write: a list of objects, or of lists of values'),
  columns: z
    .array(z.string().max(1_000))
    .max(2_000)
    .optional()
    .describe('Which columns, in this order. Absent: all of them'),
  delimiter: z.string().min(1).max(5).default(','),
  header: z
    .boolean()
    .default(true)
    .describe('The first line has the names. Without it, rows are lists (or named by `columns` when they are given)'),
  types: z.boolean().default(false).describe('For parse: numbers, true and false become values where nothing is lost'),
  offset: z.int().min(0).max(100_000_000).default(0).describe('For parse: rows that are skipped'),
  limit: z.int().min(1).max(100_000).default(1_000).describe('For parse: rows that are returned'),
  formulas: z
    .enum(['keep', 'escape'])
    .default('keep')
    .describe('For write: whether text that a spreadsheet would run as a formula gets an apostrophe in front'),
});
type Input = z.output<typeof input>;

const output = z.object({
  columns: z.array(z.string()).optional().describe('Of parse, unless rows are lists'),
  rows: z.array(z.union([z.record(z.string(), cell), z.array(cell)])).optional(),
  totalRows: z.int().nonnegative(),
  omitted: z.int().nonnegative().optional().describe('Rows that were not returned, when there are any'),
  text: z.string().optional().describe('Of write'),
});
type Output = z.output<typeof output>;
type Cell = z.output<typeof cell>;

/** A number only where writing it gives the same text: an order number 007 stays text. */
const typed = (text: string): Cell => {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && text.length < 25 && String(Number(text)) === text && Number.isFinite(Number(text))
    ? Number(text)
    : text;
};

const lines = (text: string, { delimiter }: Input): string[][] => {
  try {
    return parse(text, { delimiter, bom: true, relaxColumnCount: true, skipEmptyLines: true }) as string[][];
  } catch (error) {
    throw new Refusal(`The CSV cannot be read: ${(error as Error).message.slice(0, 300)}.`);
  }
};

/** Names as they are; a second column of the same name is numbered, and so is one without a name. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || `column_${index + 1}`;
    let unique = wanted;
    for (let number = 2; taken.has(unique); number += 1) unique = `${wanted}_${number}`;
    taken.add(unique);
    return unique;
  });
}

function parseText(asked: Input): Output {
  if (asked.text === undefined) throw new Refusal('To parse, give the CSV in text.');
  const all = lines(asked.text, asked);
  const names = asked.header ? uniqueNames(all[0] ?? []) : asked.columns;
  const records = asked.header ? all.slice(1) : all;
  const wanted = asked.columns ?? names;
  const unknown = (wanted ?? []).filter((it) => names !== undefined && !names.includes(it));
  if (unknown.length > 0)
    throw new Refusal(`The CSV has no column "${unknown[0]}". Its columns: ${(names ?? []).slice(0, 50).join(', ')}.`);
  const value = (text: string | undefined): Cell => (text === undefined ? null : asked.types ? typed(text) : text);
  const chosen = records.slice(asked.offset, asked.offset + asked.limit);
  const rows = chosen.map((record) =>
    names === undefined || wanted === undefined
      ? record.map(value)
      : Object.fromEntries(wanted.map((it) => [it, value(record[names.indexOf(it)])])),
  );
  const omitted = records.length - rows.length;
  return { ...(wanted && { columns: [...wanted] }), rows, totalRows: records.length, ...(omitted > 0 && { omitted }) };
}

function writeRows(asked: Input): Output {
  const rows = jsonInput(asked.rows);
  if (!Array.isArray(rows)) throw new Refusal('To write, give a list of objects or of lists in rows.');
  const bad = rows.findIndex((it) => typeof it !== 'object' || it === null);
  if (bad >= 0) throw new Refusal(`Row ${bad} is neither an object nor a list.`);
  const isObjects = rows.some((it) => !Array.isArray(it));
  if (isObjects && rows.some((it) => Array.isArray(it))) throw new Refusal('Rows are either all objects or all lists.');
  const names =
    asked.columns ?? (isObjects ? [...new Set(rows.flatMap((it) => Object.keys(it as object)))] : undefined);
  const records = rows.map((row) =>
    isObjects && names
      ? names.map((it) => (Object.hasOwn(row, it) ? written((row as Record<string, unknown>)[it]) : ''))
      : (row as unknown[]).map(written),
  );
  const head = asked.header && names !== undefined ? [[...names]] : [];
  const text = stringify([...head, ...records], {
    delimiter: asked.delimiter,
    record_delimiter: 'windows',
    escape_formulas: asked.formulas === 'escape',
  });
  if (text.length > maxText) throw new Refusal(`The CSV would have more than ${maxText} characters. Write fewer rows.`);
  return { totalRows: rows.length, text };
}

/** Nothing for null; lists and objects as JSON. */
const written = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

export const csv = dataTool({
  name: 'csv',
  title: 'Read or write CSV',
  description:
    'Parse CSV (RFC 4180: quotes, line breaks in fields, other delimiters) into rows, a page at a time, or write rows as CSV.',
  input,
  output,
  compute(asked) {
    const structured = asked.action === 'parse' ? parseText(asked) : writeRows(asked);
    return { structured, text: clip(structured.text ?? JSON.stringify(structured)) };
  },
});
