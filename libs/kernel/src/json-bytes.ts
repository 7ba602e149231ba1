import { keptNames } from './wide-objects.js';

/** Quotes or brackets, and what parts a value from the next, in bytes of JSON. */
const frame = 3;
const least = 2;

/**
 * Whether a JSON value surely takes more than so many bytes as JSON: adds up its texts and names, stops as soon as it knows,
 * and writes nothing. What it passes may take some times as much, when its texts are escapes or outside ASCII.
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

/** Of names and scalars, as far as `most` bytes. A wide object would list all of its members first. */
function sizeOfMembers(object: object, most: number, waiting: object[]): number {
  const names = keptNames(object);
  let seen = 0;
  const add = (name: string) => {
    seen += name.length + frame + sizeOf((object as Record<string, unknown>)[name], waiting);
    return seen <= most;
  };
  if (names === undefined) {
    for (const name in object) if (!add(name)) break;
  } else names.every(add);
  return seen;
}

/** Of a scalar; an object or list waits to be looked into. */
function sizeOf(value: unknown, waiting: object[]): number {
  if (typeof value === 'string') return value.length + frame;
  if (typeof value === 'object' && value !== null) waiting.push(value);
  return least;
}
