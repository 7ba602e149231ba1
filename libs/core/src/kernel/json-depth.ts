/** Whether a JSON value has objects and arrays nested deeper than `levels`; found without recursion. */
export function deeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth += 1) {
    layer = layer.flatMap((it) => (typeof it === 'object' && it !== null ? Object.values(it).filter(isNested) : []));
    if (layer.length > 0 && depth + 2 > levels) return true;
  }
  return false;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
