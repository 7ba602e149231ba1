import type { Json } from './json.js';

/** A part of a document that its other parts may refer to, and the names it may get there, best first. */
export interface Part {
  readonly value: Json;
  readonly names: readonly string[];
}

export interface SharedParts {
  /** The part itself, or a reference to the component that it became. */
  use(value: Json): Json;
  readonly components: Record<string, Json>;
}

/**
 * Makes components of the parts that a document repeats, where references take less than the repetitions. The most
 * frequent part gets its first name; a part whose names are all used stays in place.
 */
export function shareParts(kind: 'parameters' | 'responses', parts: readonly Part[]): SharedParts {
  const counted = new Map<string, Part & { count: number }>();
  for (const part of parts) {
    const text = JSON.stringify(part.value);
    const count = (counted.get(text)?.count ?? 0) + 1;
    counted.set(text, { ...part, count });
  }
  const components: Record<string, Json> = {};
  const references = new Map<string, Json>();
  for (const [text, { value, names, count }] of [...counted].sort(([, a], [, b]) => b.count - a.count)) {
    const name = names.find((it) => !(it in components));
    if (name === undefined) continue;
    const reference = { $ref: `#/components/${kind}/${name}` };
    if ((count - 1) * text.length <= count * JSON.stringify(reference).length + name.length) continue;
    components[name] = value;
    references.set(text, reference);
  }
  return { use: (value) => references.get(JSON.stringify(value)) ?? value, components };
}
