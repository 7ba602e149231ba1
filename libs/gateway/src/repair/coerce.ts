/** JSON Schema's simple types. */
export type SimpleType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Without leading zeros: `007` is a code, which as a number would be another one. */
const decimal = /^[+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,15})?$/;
/** A thousand and more here, one and a fraction in the other half of the world. */
const ofTwoNotations = /^[+-]?\d{1,3},\d{3}$/;
/** A text of JSON longer than this is not parsed to see whether it is one. */
const maxText = 1_000_000;

export function typeOf(value: unknown): SimpleType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as SimpleType;
}

export const isOfType = (value: unknown, type: SimpleType): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

/**
 * The same value in another type; undefined when that would be another value. `"5"` is 5, `"yes"` is true for nobody but
 * `"true"` is, 5 is `"5"`, a text of JSON is what it says, and one thing is a list of one.
 */
export function coerced(value: unknown, type: SimpleType): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' ? numberIn(value, type) : undefined;
    case 'boolean':
      return typeof value === 'string' ? booleanIn(value) : undefined;
    case 'string':
      return isExact(value) || typeof value === 'boolean' ? String(value) : undefined;
    case 'object':
      return typeof value === 'string' ? jsonIn(value, 'object') : undefined;
    case 'array':
      return (typeof value === 'string' && jsonIn(value, 'array')) || listOf(value);
    case 'null':
      return value === 'null' || value === '' ? null : undefined;
  }
}

/** Whether a number is still as it was written: of a whole one beyond 2⁵³, digits were lost when it was read. */
const isExact = (value: unknown): boolean =>
  typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value));

function numberIn(text: string, type: 'integer' | 'number'): number | undefined {
  const trimmed = text.trim();
  if (!decimal.test(trimmed) || (type === 'number' && ofTwoNotations.test(trimmed))) return undefined;
  const value = Number(trimmed.replaceAll(',', ''));
  return type === 'number' || Number.isSafeInteger(value) ? value : undefined;
}

function booleanIn(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function jsonIn(text: string, type: 'object' | 'array'): unknown {
  if (text.length > maxText || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeOf(value) === type ? value : undefined;
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): unknown[] | undefined => (value === null || value === undefined ? undefined : [value]);
