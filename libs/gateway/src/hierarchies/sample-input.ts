import { isSchemaObject, type JsonSchema } from '@assay/json-schema';

/** Deeper than this a sample ends: recursive schemas never would. */
const maxDepth = 6;
/** Longer lists are not made: they would multiply where they nest. */
const maxItems = 3;

const texts: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/a',
  uuid: '0198f000-0000-7000-8000-000000000001',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

/**
 * One value for a schema, with every declared property: the author's example or default first, then the simplest value
 * of the type. References and patterns are not followed, so the caller must validate it against the schema.
 */
export function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isSchemaObject(schema) || depth > maxDepth) return null;
  const { examples, default: fallback, const: constant, enum: choices } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (fallback !== undefined) return fallback;
  if (Array.isArray(choices) && choices.length > 0) return choices[0];
  const [branch] = [schema.oneOf, schema.anyOf].flatMap((it) => (Array.isArray(it) ? it : []));
  if (branch !== undefined && schema.type === undefined) return sampleOf(branch, depth + 1);
  return ofType(Array.isArray(schema.type) ? schema.type[0] : schema.type, schema, depth);
}

function ofType(type: unknown, schema: JsonSchema, depth: number): unknown {
  switch (type) {
    case 'string':
      return ofText(schema);
    case 'integer':
      return Math.ceil(minOf(schema));
    case 'number':
      return minOf(schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.min(maxItems, Math.max(1, Number(schema.minItems ?? 1))) }, () =>
        sampleOf(schema.items, depth + 1),
      );
    case 'null':
      return null;
    default:
      return isSchemaObject(schema.properties) || type === 'object' ? ofObject(schema, depth) : 'text';
  }
}

function ofObject({ properties }: JsonSchema, depth: number): unknown {
  const own = isSchemaObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(own.map(([name, part]) => [name, sampleOf(part, depth + 1)]));
}

function ofText({ format, minLength, maxLength }: JsonSchema): string {
  const known = typeof format === 'string' ? texts[format] : undefined;
  if (known !== undefined) return known;
  const length = Math.min(Number(minLength ?? 0), 1_000);
  return 'text'.padEnd(length, 'x').slice(0, Number(maxLength ?? 1_000));
}

function minOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}
