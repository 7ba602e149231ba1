/** More texts than this describe generated schemas, and say nothing more about what a tool does. */
import { isObject } from '@assay/kernel';

const maxTexts = 256;
const maxDepth = 3;

/** Names, descriptions and enum values of a schema's properties, nested ones to a depth of three. */
export function parameterTexts(schema: unknown): string[] {
  const texts: string[] = [];
  collect(schema, 0, texts);
  return texts.slice(0, maxTexts);
}

function collect(schema: unknown, depth: number, texts: string[]): void {
  if (depth >= maxDepth || texts.length >= maxTexts || !isObject(schema)) return;
  if (isObject(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      texts.push(name);
      if (!isObject(property)) continue;
      if (typeof property.description === 'string') texts.push(property.description);
      if (Array.isArray(property.enum)) texts.push(...property.enum.filter((value) => typeof value === 'string'));
      collect(property, depth + 1, texts);
    }
  }
  if (isObject(schema.items)) collect(schema.items, depth + 1, texts);
}
