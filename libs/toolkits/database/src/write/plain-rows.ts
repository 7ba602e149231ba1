import type { Row } from '../sql-source.js';

/** A value of a row that survives JSON: bytes and documents are marked, large integers are text. */
export type PlainValue = string | number | boolean | null | { readonly $bytes: string } | { readonly $json: string };
export type PlainRow = Readonly<Record<string, PlainValue>>;

export function plainValue(value: unknown): PlainValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return value.toISOString();
  return { $json: JSON.stringify(value) };
}

export const plainRow = (row: Row): PlainRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));

/** The parameter that writes the value back. */
export function parameterOf(value: PlainValue): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : value;
  return '$bytes' in value ? Buffer.from(value.$bytes, 'base64') : value.$json;
}

/** Whether two rows hold the same; by text, since a number and its text are written alike. */
export function sameRow(a: PlainRow | null, b: PlainRow | null): boolean {
  if (a === null || b === null) return a === b;
  const text = (value: PlainValue | undefined) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((it) => text(a[it]) === text(b[it]));
}
