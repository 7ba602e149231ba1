import { hash, timingSafeEqual } from 'node:crypto';
import { findRawNumber, isRawNumber } from '@assay/contracts';
import canonicalize from 'canonicalize';

/**
 * RFC 8785 canonical JSON. Members that JSON cannot represent (undefined) are omitted, as in JSON.stringify. Text with
 * a lone surrogate has no canonical form but occurs in practice: it keeps its escape, so that it stays distinct. A
 * number that a double cannot represent keeps its source text.
 */
export function canonicalJson(value: unknown): string {
  if (isInOrder(value, levelsLookedAt)) return JSON.stringify(value) ?? 'null';
  if (findRawNumber(value) !== null) return sorted(value);
  try {
    return canonicalize(value) ?? 'null';
  } catch {
    return sorted(value);
  }
}

const levelsLookedAt = 16;

/**
 * Whether every object already has its members in canonical order, as records and most arguments do. Then plain JSON is
 * canonical JSON, since both write numbers and texts alike.
 */
function isInOrder(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) return value.every((member) => isInOrder(member, levels - 1));
  let last = '';
  for (const [key, member] of Object.entries(value)) {
    if (key < last || !isInOrder(member, levels - 1)) return false;
    last = key;
  }
  return true;
}

/** Applies the same rules; JSON.stringify writes the texts. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`).join(',')}}`;
}

/** `sha256:` and the hexadecimal SHA-256 of a text. */
export const digestText = (text: string): string => `sha256:${hash('sha256', text, 'hex')}`;

/** The same for bytes. */
export const digestBytes = (bytes: Uint8Array): string => `sha256:${hash('sha256', bytes, 'hex')}`;

/** Digest of a JSON value over its canonical form, independent of key order and white space. */
export const digestJson = (value: unknown): string => digestText(canonicalJson(value));

/** Compares two texts in constant time for a given length. */
export const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
