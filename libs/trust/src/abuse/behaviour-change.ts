import { memberNames, pointerOf } from '@assay/kernel';

/** What kinds of value stood at each place of the outputs of a version, near the top. */
export interface OutputShape {
  /** Outputs seen. */
  readonly outputs: number;
  /** JSON pointer (array items as `*`) → kind of value → in how many outputs. */
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface ErrorCount {
  readonly calls: number;
  readonly errors: number;
}

/** Something a version did all along and does no more, or never did and does now. */
export interface BehaviourChange {
  readonly kind: 'shape' | 'errors';
  /** JSON pointer of a shape; empty for errors. */
  readonly path: string;
  /** A sentence with the figures. */
  readonly text: string;
}

const levels = 2;
const maxPlaces = 200;
/** Members of longer names, in all, are not looked at: what upstreams choose takes no more room than this. */
const maxPath = 256;
/** Fewer outputs or calls on either side say nothing. */
const minSeen = 30;
/** A place has a settled kind when so large a share of the outputs agree on it. */
const settledShare = 0.95;
/** One chance in some ten thousand that nothing has changed: daily tests of a thousand tools stay quiet. */
const deviations = 4;
/** Smaller rises of the error rate matter to nobody. */
const minRise = 0.1;

/** Counts shapes. Bounded: 2 levels, 200 places, and so many members of one output. */
export class OutputTally {
  #outputs = 0;
  readonly #kinds = new Map<string, Map<string, number>>();

  get shape(): OutputShape {
    return { outputs: this.#outputs, kinds: this.#kinds };
  }

  add(output: unknown): void {
    this.#outputs += 1;
    const seen = new Set<string>();
    for (const entry of placesOf(output, [], levels)) {
      if (seen.size === maxPlaces) break;
      seen.add(entry);
    }
    for (const entry of seen) {
      const end = entry.lastIndexOf('\n');
      this.#count(entry.slice(0, end), entry.slice(end + 1), 1);
    }
  }

  merge({ outputs, kinds }: OutputShape): void {
    this.#outputs += outputs;
    for (const [path, counts] of kinds) for (const [kind, count] of counts) this.#count(path, kind, count);
  }

  #count(path: string, kind: string, by: number): void {
    let counts = this.#kinds.get(path);
    if (counts === undefined) {
      if (this.#kinds.size >= maxPlaces) return;
      counts = new Map();
      this.#kinds.set(path, counts);
    }
    counts.set(kind, (counts.get(kind) ?? 0) + by);
  }
}

/** The shape of these outputs. */
export function shapeOf(outputs: Iterable<unknown>): OutputShape {
  const tally = new OutputTally();
  for (const output of outputs) tally.add(output);
  return tally.shape;
}

function* placesOf(value: unknown, path: readonly string[], depth: number): Generator<string> {
  const pointer = pointerOf(path);
  if (pointer.length > maxPath) return;
  yield `${pointer}\n${kindOf(value)}`;
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) yield* placesOf(value[0], [...path, '*'], depth - 1);
  else {
    const members = value as Readonly<Record<string, unknown>>;
    for (const key of memberNames(members)) yield* placesOf(members[key], [...path, key], depth - 1);
  }
}

const kindOf = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : Array.isArray(value) ? 'array' : typeof value;

/**
 * Where outputs have another shape than they had: a place whose kind was settled (19 of 20 outputs) and is settled as
 * another now, or that was always there and is gone, or never there and always is. Null values and absence are one kind.
 */
export function shapeChanges(before: OutputShape, now: OutputShape): BehaviourChange[] {
  if (before.outputs < minSeen || now.outputs < minSeen) return [];
  const paths = [...new Set([...before.kinds.keys(), ...now.kinds.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [settledKind(before, path), settledKind(now, path)];
    if (was === undefined || is === undefined || was === is) return [];
    const text = `${path || 'The output'} was ${was} in ${before.outputs} outputs and is ${is} in the last ${now.outputs}`;
    return [{ kind: 'shape', path, text } as const];
  });
}

/**
 * The kind that nearly all outputs have at a place; undefined when they do not agree, and above the limit of places: an
 * uncounted place may have existed then.
 */
function settledKind({ outputs, kinds }: OutputShape, path: string): string | undefined {
  const counts = kinds.get(path) ?? new Map<string, number>();
  const there = [...counts].filter(([kind]) => kind !== 'nothing');
  const present = there.reduce((sum, [, count]) => sum + count, 0);
  const all = [...there, ['nothing', Math.max(0, outputs - present)] as const];
  const settled = all.find(([, count]) => count >= settledShare * outputs)?.[0];
  return settled === 'nothing' && kinds.size >= maxPlaces ? undefined : settled;
}

/**
 * Whether errors have become more frequent: a two-proportion z-test (pooled), one-sided, at 4 standard deviations, and a
 * rise of at least a tenth.
 */
export function errorRise(before: ErrorCount, now: ErrorCount): BehaviourChange | undefined {
  if (before.calls < minSeen || now.calls < minSeen) return undefined;
  const [was, is] = [before.errors / before.calls, now.errors / now.calls];
  const pooled = (before.errors + now.errors) / (before.calls + now.calls);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / before.calls + 1 / now.calls));
  if (is - was < minRise || is - was < deviations * error) return undefined;
  const text = `${percent(is)} of the last ${now.calls} calls failed, of the ${before.calls} before ${percent(was)}`;
  return { kind: 'errors', path: '', text };
}

/** How many of these callers have met errors more often, by that tenth, than everybody did before. */
export const callersMeeting = (before: ErrorCount, callers: Iterable<ErrorCount>): number =>
  [...callers].filter(({ calls, errors }) => errors / calls - before.errors / before.calls >= minRise).length;

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;
