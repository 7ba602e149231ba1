/** A value of a database as JSON, and whether something of it was left out. */
export interface Shown {
  readonly value: unknown;
  readonly cut: boolean;
}

/**
 * Numbers stay numbers only where nothing is lost; larger ones, decimals that a number would round and instants are text.
 */
export function shownValue(value: unknown, maxLength: number): Shown {
  if (value === null || value === undefined) return { value: null, cut: false };
  if (typeof value === 'boolean') return { value, cut: false };
  if (typeof value === 'number') return { value: Number.isFinite(value) ? value : String(value), cut: false };
  if (typeof value === 'bigint')
    return { value: Number.isSafeInteger(Number(value)) ? Number(value) : String(value), cut: false };
  if (value instanceof Uint8Array) return shownBytes(value);
  if (value instanceof Date) return { value: Number.isNaN(value.getTime()) ? null : value.toISOString(), cut: false };
  if (typeof value === 'string') return shownText(value, maxLength);
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= maxLength ? { value, cut: false } : shownText(text, maxLength);
}

const shownText = (text: string, maxLength: number): Shown =>
  text.length <= maxLength
    ? { value: text, cut: false }
    : { value: `${text.slice(0, maxLength).toWellFormed()}… (${text.length} characters)`, cut: true };

const maxBytes = 64;

function shownBytes(bytes: Uint8Array): Shown {
  const shown = Buffer.from(bytes.subarray(0, maxBytes)).toString('hex');
  const cut = bytes.length > maxBytes;
  return { value: cut ? `\\x${shown}… (${bytes.length} bytes)` : `\\x${shown}`, cut };
}

/** The number of a decimal's text where writing that number gives the same text. */
export const exactNumber = (text: string): number | string =>
  text.length < 16 && String(Number(text)) === text ? Number(text) : text;
