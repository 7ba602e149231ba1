import type { JsonSchema } from '@assay/json-schema';
import { dereferenced, typesOf } from './check/json-types.js';

/**
 * The property a text goes into when it is handed to a tool (SPEC section 6): `input`, else the only required one that
 * takes a text. Null when there is none, and the step needs an adapter. Properties that are `given` are no place for it.
 */
export function textPlaceOf(root: JsonSchema, given: readonly string[] = []): string | null {
  const schema = dereferenced({ schema: root, root });
  if (typeof schema !== 'object' || schema === null) return null;
  const { properties, required } = schema as JsonSchema;
  const known = (properties ?? {}) as Readonly<Record<string, unknown>>;
  const takesText = (name: string): boolean =>
    !given.includes(name) && Object.hasOwn(known, name) && typesOf({ schema: known[name], root }).has('string');
  if (takesText('input')) return 'input';
  const needed = Array.isArray(required) ? (required as string[]) : [];
  const texts = needed.filter(takesText);
  return texts.length === 1 ? (texts[0] as string) : null;
}
