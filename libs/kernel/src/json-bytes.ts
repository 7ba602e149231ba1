import { keptNames } from './wide-objects.js';

/** Quotes or brackets plus the separator, in bytes of JSON. */
const frame = 3;
const min = 2;

/**
 * Whether a JSON value certainly takes more than a number of bytes as JSON: adds up its texts and names, stops as soon
 * as the limit is exceeded, and serialises nothing. An accepted value may be several times larger when its texts need
 * escapes or are not ASCII.
 */
export function isLongerThan(value: unknown, bytes: number): boolean {
  const waiting: object[] = [];
  let seen = sizeOf(value, waiting);
  for (let next = waiting.pop(); next !== undefined && seen <= bytes; next = waiting.pop()) {
    if (Array.isArray(next)) {
      seen += next.length;
      for (let at = 0; at < next.length && seen <= bytes; at += 1) seen += sizeOf(next[at], waiting);
    } else seen += sizeOfMembers(next, bytes - seen, waiting);
  }
  return seen > bytes;
}

/**
 * The size of names and scalars, up to the limit in bytes. Stops early, so that a wide object's members are not all
 * listed first.
 */
function sizeOfMembers(object: object, max: number, waiting: object[]): number {
  const names = keptNames(object);
  let seen = 0;
  const add = (name: string) => {
    seen += name.length + frame + sizeOf((object as Record<string, unknown>)[name], waiting);
    return seen <= max;
  };
  if (names === undefined) {
    for (const name in object) if (!add(name)) break;
  } else names.every(add);
  return seen;
}

/** The size of a scalar; an object or list is queued. */
function sizeOf(value: unknown, waiting: object[]): number {
  if (typeof value === 'string') return value.length + frame;
  if (typeof value === 'object' && value !== null) waiting.push(value);
  return min;
}
