/** Whether a JSON value nests objects and arrays deeper than `levels`; computed without recursion, level by level. */
export function deeperThan(value: unknown, levels: number): boolean {
  if (isFlat(value)) return false;
  let layer: unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth += 1) {
    layer = layer.flatMap((it) => (typeof it === 'object' && it !== null ? Object.values(it).filter(isNested) : []));
    if (layer.length > 0 && depth + 2 > levels) return true;
  }
  return false;
}

/** Most values are flat, which saves a list of their members. */
function isFlat(value: unknown): boolean {
  if (!isNested(value)) return true;
  if (Array.isArray(value)) return !value.some(isNested);
  for (const key in value as object) if (isNested((value as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
