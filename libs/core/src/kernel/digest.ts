import { createHash, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 canonical JSON. Members that JSON cannot hold (undefined) are left out, as JSON.stringify does. */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? 'null';

/** `sha256:` and the hexadecimal SHA-256 of a text. */
export const digestText = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Digest of a JSON value over its canonical form, so that key order and white space do not matter. */
export const digestJson = (value: unknown): string => digestText(canonicalJson(value));

/** Compares two texts in a time that depends on their length only. */
export const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
