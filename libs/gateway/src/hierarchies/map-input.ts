import { type Clock, compileReshape, fail, isObject, lruMap, type Reshape } from '@assay/kernel';
import type { MapInput } from '../resilience/next-level.js';

/** Mappings as compiled before; the least recently used go first. */
const compiledCap = 500;

/** Maps inputs by JSONata; fails with `invalid_input` when the expression does, or makes no object. */
export function mappingInput(clock: Pick<Clock, 'monotonic'>): MapInput {
  const compiled = lruMap<string, Reshape>(compiledCap);
  const reshapeOf = (mapping: string) => {
    const known = compiled.get(mapping);
    if (known !== undefined) return { ok: true as const, value: known };
    const fresh = compileReshape(mapping, clock);
    if (fresh.ok) compiled.set(mapping, fresh.value);
    return fresh;
  };
  return async (mapping, input) => {
    const reshape = reshapeOf(mapping);
    if (!reshape.ok) return reshape;
    const mapped = await reshape.value.apply(input);
    if (!mapped.ok) return mapped;
    const { value } = mapped;
    return isObject(value)
      ? { ok: true, value }
      : fail('invalid_input', `The mapping gives ${typeName(value)}; an object is required.`);
  };
}

const typeName = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
