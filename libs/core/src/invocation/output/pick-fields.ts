import { isObject } from './output-text.js';

/** What was picked, and the pointers that lead nowhere in this result. */
export interface Picked {
  readonly output: unknown;
  readonly missing: readonly string[];
}

/** The members that are wanted, step by step; `whole` where a pointer ends. */
interface Wanted {
  whole: boolean;
  readonly steps: Map<string, Wanted>;
}

const everyItem = '*';
const nothing = Symbol('nothing');

/**
 * The members of a result that JSON pointers (RFC 6901) name, in the structure they have there. `*` stands for every item
 * of a list; of a list named item by item, those items remain, in their order. Only own members are followed.
 */
export function pickFields(output: unknown, pointers: readonly string[]): Picked {
  const missing = pointers.filter((pointer) => !leads(output, stepsOf(pointer)));
  const picked = pick(output, wantedOf(pointers));
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

function wantedOf(pointers: readonly string[]): Wanted {
  const root: Wanted = { whole: false, steps: new Map() };
  for (const pointer of pointers) {
    let at = root;
    for (const step of stepsOf(pointer)) {
      const next = at.steps.get(step) ?? { whole: false, steps: new Map() };
      at.steps.set(step, next);
      at = next;
    }
    at.whole = true;
  }
  return root;
}

function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value))
    return /^(?:0|[1-9]\d*)$/.test(step) && Number(step) < value.length ? value[Number(step)] : nothing;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : nothing;
}

function leads(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  if (step === everyItem && Array.isArray(value)) return value.length === 0 || value.some((item) => leads(item, rest));
  const found = memberOf(value, step);
  return found !== nothing && leads(found, rest);
}

function pick(value: unknown, wanted: Wanted): unknown {
  if (wanted.whole) return value;
  if (Array.isArray(value)) return pickItems(value, wanted);
  if (!isObject(value)) return nothing;
  const members = [...wanted.steps].flatMap(([step, below]): [string, unknown][] => {
    const found = memberOf(value, step);
    const picked = found === nothing ? nothing : pick(found, below);
    return picked === nothing ? [] : [[step, picked]];
  });
  return members.length === 0 ? nothing : Object.fromEntries(members);
}

function pickItems(list: readonly unknown[], { steps }: Wanted): unknown {
  const ofAll = steps.get(everyItem);
  const picked = list.flatMap((item, index) => {
    const wanted = both(ofAll, steps.get(String(index)));
    const found = wanted === undefined ? nothing : pick(item, wanted);
    return found === nothing ? [] : [found];
  });
  return picked.length === 0 && list.length > 0 ? nothing : picked;
}

function both(one: Wanted | undefined, other: Wanted | undefined): Wanted | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const steps = new Map(one.steps);
  for (const [step, below] of other.steps) steps.set(step, both(steps.get(step), below) as Wanted);
  return { whole: one.whole || other.whole, steps };
}

const emptyLike = (output: unknown): unknown => (Array.isArray(output) ? [] : {});
