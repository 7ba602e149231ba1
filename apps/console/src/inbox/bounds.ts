import type { GrantView } from '@assay/sdk';

export type Bounds = NonNullable<GrantView['standing']>['bounds'];

/**
 * A JSON Schema for calls like this one: arguments that are kept have exactly these values, the others any, and no
 * argument is added.
 */
export function boundsLike(input: Readonly<Record<string, unknown>>, free: ReadonlySet<string>): Bounds {
  const names = Object.keys(input);
  const properties = Object.fromEntries(names.map((name) => [name, free.has(name) ? {} : { const: input[name] }]));
  const required = names.filter((name) => !free.has(name));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Bounds that a person edited; undefined for text that is not a JSON object. */
export function readBounds(text: string): Bounds | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Bounds) : undefined;
  } catch {
    return undefined;
  }
}
