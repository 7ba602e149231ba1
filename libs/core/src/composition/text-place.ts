import type { JsonSchema } from '../catalog/json-schema.js';

/**
 * The property a text goes into when it is handed to a tool (SPEC section 6): `input`, else the only required one that
 * takes a text. Null when there is none, and the step needs an adapter.
 */
export function textPlaceOf(schema: JsonSchema): string | null {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(properties, 'input')) return takesText(properties.input) ? 'input' : null;
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const texts = required.filter((name) => Object.hasOwn(properties, name) && takesText(properties[name]));
  return texts.length === 1 && required.length === 1 ? (texts[0] as string) : null;
}

function takesText(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true;
  const { type } = schema as { type?: unknown };
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
}
