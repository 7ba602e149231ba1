import { isRawNumber } from './exact-numbers.js';

/**
 * RFC 8785 canonical JSON, over which digests are taken: members by name in the order of UTF-16 code units, no white
 * space, numbers and texts as ECMAScript writes them. Members that JSON cannot hold are left out, and
 * raw numbers are written as they were read.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** `sha256:` and the hexadecimal SHA-256 of a value's canonical JSON. */
export async function digestJson(value: unknown): Promise<string> {
  return `sha256:${await sha256(new TextEncoder().encode(canonicalJson(value)))}`;
}

/** In hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
