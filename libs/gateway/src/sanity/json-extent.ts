import { memberNames, type Sliced } from '@assay/kernel';

export interface Extent {
  /** Values in a JSON value, itself included. */
  readonly values: number;
  /** Members of its widest object. */
  readonly width: number;
}

/** Values that are counted in one step. */
const perStep = 4_096;

/** How many values a JSON value holds; undefined when more than `maxValues`. */
export function* extentInSteps(value: unknown, maxValues: number): Sliced<Extent | undefined> {
  const waiting: object[] = [];
  const add = (it: unknown): void => {
    if (typeof it === 'object' && it !== null) waiting.push(it);
  };
  let values = 1;
  let width = 0;
  let counted = 0;
  add(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const names = Array.isArray(next) ? undefined : memberNames(next);
    const members = names?.length ?? (next as readonly unknown[]).length;
    values += members;
    if (values > maxValues) return undefined;
    if (names === undefined) for (const it of next as readonly unknown[]) add(it);
    else for (const name of names) add((next as Readonly<Record<string, unknown>>)[name]);
    if (names !== undefined) width = Math.max(width, members);
    counted += members;
    if (counted < perStep) continue;
    counted = 0;
    yield;
  }
  return { values, width };
}
