import { exactNumber } from '../values.js';

const oids = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
  numeric: 1700,
  json: 114,
  jsonb: 3802,
};
const numbers = new Set([oids.int2, oids.int4, oids.oid, oids.float4, oids.float8, oids.int8, oids.numeric]);

/** A value that arrived as text, by the number of its type. */
export function typedValue(text: unknown, type: number): unknown {
  if (typeof text !== 'string') return text;
  if (numbers.has(type)) return type === oids.float4 || type === oids.float8 ? floating(text) : exactNumber(text);
  if (type === oids.bool) return text === 't';
  if (type === oids.json || type === oids.jsonb) return JSON.parse(text) as unknown;
  return text;
}

const floating = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);
