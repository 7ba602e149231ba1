import { digestJson, digestText, isLongerThan, isObject } from '@assay/kernel';
import type { Origin } from './gap-store.js';

/** How much of an output is remembered. */
const bounds = Object.freeze({ parts: 200, levels: 6, bytes: 262_144 });
/** Names of members, and positions in lists: what has other names, such as people's, is a value and not stored. */
const memberName = /^(?:[A-Za-z_][A-Za-z0-9_-]{0,63}|\d{1,4})$/;
/** Shorter texts and smaller numbers are equal by chance. */
const minText = 3;
const minNumber = 100;

/** A digest of a value that is unlikely to be equal by chance; undefined for any other. */
export function signOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim().length < minText ? undefined : digestText(value);
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < minNumber ? undefined : digestText(`number ${value}`);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
  return digestJson(value);
}

/** Where the values of a call are, by digest: the values themselves are not kept. */
export type ValueOrigins = ReadonlyMap<string, Omit<Origin, 'call'>>;

/** Of equal values the arguments come first, and then what is least deep in the output. */
export function originsIn(input: Readonly<Record<string, unknown>>, output: unknown): ValueOrigins {
  const found = new Map<string, Omit<Origin, 'call'>>();
  const put = (value: unknown, of: Origin['of'], path: readonly string[]) => {
    const sign = signOf(value);
    if (sign !== undefined && !found.has(sign)) found.set(sign, { of, path });
  };
  if (isLongerThan([input, output], bounds.bytes)) return found;
  for (const [name, value] of Object.entries(input)) put(value, 'input', [name]);
  let level: { value: unknown; path: readonly string[] }[] = [{ value: output, path: [] }];
  for (let seen = 0, depth = 0; level.length > 0 && depth <= bounds.levels; depth += 1) {
    const next: typeof level = [];
    for (const { value, path } of level) {
      seen += 1;
      if (seen > bounds.parts) return found;
      put(value, 'output', path);
      if (!isObject(value) && !Array.isArray(value)) continue;
      for (const [name, part] of Object.entries(value).slice(0, bounds.parts))
        if (memberName.test(name)) next.push({ value: part, path: [...path, name] });
    }
    level = next;
  }
  return found;
}
