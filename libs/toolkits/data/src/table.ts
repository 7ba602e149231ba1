import { clip, Refusal } from '@assay/kit';
import { z } from 'zod';
import { dataTool, maxText } from './data-tool.js';
import { readExcel } from './tables/read-excel.js';
import { readParquet } from './tables/read-parquet.js';
import type { TablePart } from './tables/table-part.js';

const input = z.strictObject({
  format: z.enum(['parquet', 'excel']),
  base64: z.string().min(1).max(maxText).describe('The file'),
  sheet: z.string().max(100).optional().describe('Of Excel: its name. Absent: the first sheet'),
  columns: z
    .array(z.string().max(1_000))
    .max(2_000)
    .optional()
    .describe('Which columns, in this order. Absent: all of them'),
  offset: z.int().min(0).max(100_000_000).default(0).describe('Rows that are skipped'),
  limit: z.int().min(1).max(10_000).default(1_000).describe('Rows that are returned'),
});

const output = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
  totalRows: z.int().nonnegative(),
  omitted: z.int().nonnegative().optional().describe('Rows that were not returned, when there are any'),
  sheets: z.array(z.string()).optional().describe('Of Excel'),
});

function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64').replaceAll('=', '') !== base64.replaceAll(/[\s=]/g, ''))
    throw new Refusal('base64 is not valid base64.');
  return bytes;
}

/** Numbers stay numbers where nothing is lost; instants are ISO 8601, bytes hexadecimal. */
export function jsonValue(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)]));
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

export const table = dataTool({
  name: 'table',
  title: 'Read Parquet or Excel',
  description: 'Read the rows of a Parquet or Excel (xlsx) file, a page at a time, with chosen columns.',
  input,
  output,
  async compute({ format, base64, sheet, columns, offset, limit }) {
    const part: TablePart = { columns, sheet, offset, limit };
    const read = await (format === 'parquet' ? readParquet : readExcel)(bytesOf(base64), part);
    const omitted = read.totalRows - read.rows.length;
    const structured = {
      columns: [...read.columns],
      rows: read.rows.map((it) => jsonValue(it) as Record<string, unknown>),
      totalRows: read.totalRows,
      ...(omitted > 0 && { omitted }),
      ...(read.sheets && { sheets: [...read.sheets] }),
    };
    return { structured, text: clip(JSON.stringify(structured)) };
  },
});
