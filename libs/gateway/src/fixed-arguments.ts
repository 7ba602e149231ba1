import { digestJson } from '@assay/kernel';

type Arguments = Readonly<Record<string, unknown>>;

/** Whether an input holds every fixed argument under its own name and with its own value; true where none is fixed. */
export function keepsFixed(fixed: Arguments | undefined, input: Arguments): boolean {
  if (fixed === undefined) return true;
  return Object.entries(fixed).every(
    ([name, value]) => Object.hasOwn(input, name) && digestJson(input[name]) === digestJson(value),
  );
}
