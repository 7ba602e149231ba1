import { Refusal } from '@assay/kit';

/** Nesting of data that is looked into. */
export const maxDepth = 200;

/** Data as it was given; the text of a JSON object or list counts as that object or list. */
export function jsonInput(data: unknown): unknown {
  if (typeof data !== 'string' || !/^\s{0,100}[[{]/.test(data)) return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** Refuses data that nests deeper than anything real, which recursive code could not walk. */
export function requireShallow(data: unknown): void {
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new Refusal(`The data nests deeper than ${maxDepth} levels. Pass the part you need.`);
    const below: unknown[] = [];
    for (const value of level)
      if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) below.push(item);
    level = below;
  }
}

/** RFC 8785: members sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.keys(value).sort();
  return `{${members.map((it) => `${JSON.stringify(it)}:${canonicalJson((value as Record<string, unknown>)[it])}`).join(',')}}`;
}
