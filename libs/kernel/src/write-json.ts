import type { Sliced } from './slices.js';
import { memberNames, wideFrom } from './wide-objects.js';

/** A value as JSON. */
export interface WrittenJson {
  readonly text: string;
  /** All members are in canonical order, so that this is also canonical JSON (RFC 8785). */
  readonly isCanonical: boolean;
}

/** Members and items written in one step. */
const perStep = 512;
/** Longer strings are written in pieces. */
const pieceOfString = 262_144;

interface Frame {
  readonly value: object;
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
  isFirst: boolean;
}

/**
 * Writes parsed JSON as JSON.stringify does, or with members sorted as in canonical JSON, in steps. Undefined members
 * are omitted.
 */
export function* writeJsonInSteps(value: unknown, order: 'as it is' | 'canonical' = 'as it is'): Sliced<WrittenJson> {
  const parts: string[] = [];
  const stack: Frame[] = [];
  let isCanonical = true;
  let step = 0;
  let text = '';
  function* put(item: unknown): Sliced<void> {
    if (isContainer(item)) {
      text += Array.isArray(item) ? '[' : '{';
      stack.push(yield* frameOf(item, order));
    } else if (typeof item === 'string' && item.length > pieceOfString) {
      parts.push(text);
      text = '';
      yield* putLongString(item, parts);
    } else text += JSON.stringify(item) ?? 'null';
  }
  yield* put(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    step += 1;
    if (step % perStep === 0) {
      parts.push(text);
      text = '';
      yield;
    }
    if (frame.at === frame.length) {
      text += frame.names === undefined ? ']' : '}';
      stack.pop();
      continue;
    }
    const key = frame.names?.[frame.at];
    const item = key === undefined ? (frame.value as unknown[])[frame.at] : (frame.value as Members)[key];
    if (key !== undefined && frame.at > 0 && key < (frame.names?.[frame.at - 1] as string)) isCanonical = false;
    frame.at += 1;
    if (key !== undefined && item === undefined) continue;
    if (!frame.isFirst) text += ',';
    frame.isFirst = false;
    if (key !== undefined) text += `${JSON.stringify(key)}:`;
    yield* put(item);
  }
  parts.push(text);
  return { text: parts.join(''), isCanonical };
}

type Members = Readonly<Record<string, unknown>>;

/** Numbers kept as text are objects to `typeof`; JSON.stringify writes them. */
const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isRawJson(value);

const isRawJson = (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON;

function* frameOf(value: object, order: 'as it is' | 'canonical'): Sliced<Frame> {
  const common = { value, at: 0, isFirst: true };
  if (Array.isArray(value)) return { ...common, names: undefined, length: value.length };
  const own = memberNames(value);
  const names = order === 'canonical' ? yield* sortedInSteps(own) : own;
  return { ...common, names, length: names.length };
}

function* putLongString(value: string, parts: string[]): Sliced<void> {
  parts.push('"');
  for (let from = 0; from < value.length; ) {
    let to = Math.min(value.length, from + pieceOfString);
    const last = value.charCodeAt(to - 1);
    if (to < value.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    parts.push(JSON.stringify(value.slice(from, to)).slice(1, -1));
    from = to;
    yield;
  }
  parts.push('"');
}

/** Sorts by code units, as canonical JSON requires: sorted runs, merged pairwise. */
export function* sortedInSteps(names: readonly string[]): Sliced<readonly string[]> {
  if (names.length <= wideFrom) return [...names].sort();
  let runs: string[][] = [];
  for (let from = 0; from < names.length; from += wideFrom) {
    runs.push(names.slice(from, from + wideFrom).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(one: readonly string[], other: readonly string[]): Sliced<string[]> {
  const all: string[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const takesLeft = right >= other.length || (left < one.length && (one[left] as string) <= (other[right] as string));
    all.push((takesLeft ? one[left++] : other[right++]) as string);
    if (all.length % wideFrom === 0) yield;
  }
  return all;
}
