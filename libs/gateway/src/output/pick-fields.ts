import { isObject } from '@assay/kernel';

/** What was picked, and the pointers that lead nowhere in this result. */
export interface Picked {
  readonly output: unknown;
  readonly missing: readonly string[];
}

/** What is wanted below a step; pointers that begin alike share their beginning. */
interface Wanted {
  /** A pointer ends here: what is here is wanted whole. */
  isEnd: boolean;
  /** The result has something here. */
  isFound: boolean;
  readonly steps: Map<string, Wanted>;
}

const everyItem = '*';
const nothing = Symbol('nothing');

/**
 * The members of a result that JSON pointers (RFC 6901) name, in their structure and order. `*` matches every item of a
 * list; of a list named item by item, those items remain. Only own members are followed. Each value is read once,
 * however many pointers there are.
 */
export function pickFields(output: unknown, pointers: readonly string[]): Picked {
  const root: Wanted = { isEnd: false, isFound: true, steps: new Map() };
  const ends = pointers.map((pointer) => endOf(root, pointer));
  const picked = pick(output, [root]);
  const missing = pointers.filter((_, index) => ends[index]?.isFound !== true);
  return { output: picked === nothing ? emptyLike(output) : picked, missing };
}

/** The value that a pointer names, without wildcards; undefined when there is none. */
export function valueAt(output: unknown, pointer: string): unknown {
  let value = output;
  for (const step of stepsOf(pointer)) {
    const found = memberOf(value, step);
    if (found === nothing) return undefined;
    value = found;
  }
  return value;
}

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Adds a pointer; answers where it ends. */
function endOf(root: Wanted, pointer: string): Wanted {
  let at = root;
  for (const step of stepsOf(pointer)) {
    const next = at.steps.get(step) ?? { isEnd: false, isFound: false, steps: new Map() };
    at.steps.set(step, next);
    at = next;
  }
  at.isEnd = true;
  return at;
}

function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value))
    return /^(?:0|[1-9]\d*)$/.test(step) && Number(step) < value.length ? value[Number(step)] : nothing;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : nothing;
}

/** What is wanted of a value that `wanted` lead to; `nothing` when it has nothing of it. */
function pick(value: unknown, wanted: readonly Wanted[]): unknown {
  for (const it of wanted) it.isFound = true;
  const below = wanted.filter(({ steps }) => steps.size > 0);
  const picked = below.length === 0 ? nothing : Array.isArray(value) ? items(value, below) : members(value, below);
  return wanted.some(({ isEnd }) => isEnd) ? value : picked;
}

function members(value: unknown, wanted: readonly Wanted[]): unknown {
  if (!isObject(value)) return nothing;
  const found = namesOf(value, wanted).flatMap((name): [string, unknown][] => {
    const picked = pick(value[name], behind(wanted, name));
    return picked === nothing ? [] : [[name, picked]];
  });
  return found.length === 0 ? nothing : Object.fromEntries(found);
}

function items(list: readonly unknown[], wanted: readonly Wanted[]): unknown {
  const ofAll = behind(wanted, everyItem);
  if (list.length === 0) for (const it of ofAll) find(it);
  const isNamed = wanted.some(({ steps }) => steps.size > (steps.has(everyItem) ? 1 : 0));
  const picked = list.flatMap((item, index) => {
    const wantedOfIt = isNamed ? [...ofAll, ...behind(wanted, String(index))] : ofAll;
    const found = wantedOfIt.length === 0 ? nothing : pick(item, wantedOfIt);
    return found === nothing ? [] : [found];
  });
  return picked.length === 0 && list.length > 0 ? nothing : picked;
}

const behind = (wanted: readonly Wanted[], step: string): Wanted[] =>
  wanted.flatMap(({ steps }) => steps.get(step) ?? []);

/** Own members that are wanted, in their order. */
const namesOf = (value: object, wanted: readonly Wanted[]): string[] =>
  Object.keys(value).filter((name) => wanted.some(({ steps }) => steps.has(name)));

/** An empty list has whatever is wanted of its items: of none, nothing is missing. */
function find(wanted: Wanted): void {
  wanted.isFound = true;
  for (const below of wanted.steps.values()) find(below);
}

const emptyLike = (output: unknown): unknown => (Array.isArray(output) ? [] : {});
