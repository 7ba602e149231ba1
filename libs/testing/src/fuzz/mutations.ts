import { isObject } from './openapi-operations.js';

/** Where a JSON value can be changed: the keys and indices that lead to each part, the whole first; at most 200. */
export function placesIn(value: unknown): string[][] {
  const places: string[][] = [[]];
  for (const place of places) {
    const at = valueAt(value, place);
    if (places.length > 200) break;
    if (Array.isArray(at)) places.push(...at.map((_, index) => [...place, String(index)]));
    else if (isObject(at)) places.push(...Object.keys(at).map((key) => [...place, key]));
  }
  return places;
}

function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)];
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}

/** Sets an own property of any name, `__proto__` included. */
function withKey(object: object, key: string, value: unknown): object {
  return Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The value with another one in one place; whatever is missing on the way becomes an object. */
export function withValueAt(value: unknown, place: readonly string[], other: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? withValueAt(each, rest, other) : each));
  const object = isObject(value) ? value : {};
  const former = Object.hasOwn(object, key) ? object[key] : undefined;
  return withKey(object, key, withValueAt(former, rest, other));
}

/** The value without one property or element; unchanged for the whole. */
export function withoutPlace(value: unknown, place: readonly string[]): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => String(index) !== key);
    return value.map((each, index) => (String(index) === key ? withoutPlace(each, rest) : each));
  }
  if (!isObject(value)) return value;
  if (rest.length > 0) return withKey(value, key, withoutPlace(value[key], rest));
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** A JSON pointer for people. */
export const pointerOf = (place: readonly string[]): string =>
  place.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
