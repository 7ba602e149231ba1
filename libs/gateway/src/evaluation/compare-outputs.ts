import { canonicalJson, isObject, pointerStep } from '@assay/kernel';
import { likeness } from '../consistency/agree.js';

export type DifferenceKind = 'missing' | 'added' | 'type' | 'number' | 'text' | 'value' | 'length';

/** How two outputs differ at one place. */
export interface OutputDifference {
  readonly kind: DifferenceKind;
  /** JSON pointer into the outputs. */
  readonly path: string;
  readonly withinTolerance: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

export interface OutputTolerance {
  /** Numbers may differ by this share of the larger one. */
  readonly relative: number;
  /** Texts at least this alike, in [0, 1]. */
  readonly text: number;
}

export const defaultTolerance: OutputTolerance = { relative: 1e-9, text: 0.9 };

/** Differences of one pair of outputs that are kept. */
export const maxDifferences = 50;
/** Values of one pair that are compared; what is beyond counts as one difference unless it is equal. */
const maxValues = 20_000;
const maxDepth = 64;
const maxShown = 120;

/**
 * How the second output differs from the first, place by place. Members of objects are compared by name, items of lists
 * in order. Symmetric in its places; empty exactly when both are equal as JSON.
 */
export function compareOutputs(
  before: unknown,
  after: unknown,
  tolerance: OutputTolerance = defaultTolerance,
): OutputDifference[] {
  const found: OutputDifference[] = [];
  compare(before, after, '', { tolerance, found, left: { values: maxValues }, depth: 0 });
  return found;
}

interface Walk {
  readonly tolerance: OutputTolerance;
  readonly found: OutputDifference[];
  readonly left: { values: number };
  readonly depth: number;
}

function compare(before: unknown, after: unknown, path: string, walk: Walk): void {
  const { found, left } = walk;
  if (found.length >= maxDifferences) return;
  left.values -= 1;
  const inner = { ...walk, depth: walk.depth + 1 };
  const isFar = left.values < 0 || walk.depth > maxDepth;
  if (!isFar && isObject(before) && isObject(after)) {
    compareMembers(before, after, path, inner);
    return;
  }
  const areLists = !isFar && Array.isArray(before) && Array.isArray(after);
  if (!areLists || before.length !== after.length) {
    const difference = areLists
      ? plainly('length')
      : isFar
        ? farDifference(before, after)
        : leafDifference(before, after, walk);
    if (difference !== undefined) found.push({ ...difference, path, before, after });
  }
  if (!areLists) return;
  const both = Math.min(before.length, after.length);
  for (let at = 0; at < both; at += 1) compare(before[at], after[at], `${path}/${at}`, inner);
}

type Judged = Pick<OutputDifference, 'kind' | 'withinTolerance'>;

const plainly = (kind: DifferenceKind): Judged => ({ kind, withinTolerance: false });

const farDifference = (before: unknown, after: unknown): Judged | undefined =>
  canonicalJson(before ?? null) === canonicalJson(after ?? null) ? undefined : plainly('value');

function leafDifference(before: unknown, after: unknown, { tolerance }: Walk): Judged | undefined {
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined) return plainly('added');
  if (after === undefined) return plainly('missing');
  if (typeOf(before) !== typeOf(after)) return plainly('type');
  if (canonicalJson(before) === canonicalJson(after)) return undefined;
  if (typeof before === 'number' && typeof after === 'number')
    return { kind: 'number', withinTolerance: near(before, after, tolerance) };
  if (typeof before === 'string' && typeof after === 'string')
    return { kind: 'text', withinTolerance: likeness(before, after) >= tolerance.text };
  return plainly('value');
}

function compareMembers(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: string,
  walk: Walk,
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const of = (it: Readonly<Record<string, unknown>>) => (Object.hasOwn(it, key) ? it[key] : undefined);
    compare(of(before), of(after), path + pointerStep(key), walk);
  }
}

const near = (a: number, b: number, { relative }: OutputTolerance): boolean =>
  Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** A value as a report shows it; undefined for one that is absent. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return `${value.length} items`;
  const text = canonicalJson(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length} characters)`;
}

/** A place with every item of a list as `*`, under which differences of many items are one. */
export const groupedPath = (path: string): string =>
  path
    .split('/')
    .map((step) => (/^\d+$/.test(step) ? '*' : step))
    .join('/');
