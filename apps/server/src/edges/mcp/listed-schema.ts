import { isObject } from '@assay/kernel';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** What is said of an argument in a list; `null` for one that is accepted and not listed. */
export type ArgumentWords = Readonly<Record<string, string | null>>;

/** What of a property's schema is listed. Its description says what is inside; the server checks all of it. */
const listedMembers = ['type', 'enum', 'const', 'items', 'anyOf', 'minimum', 'maximum'] as const;

/**
 * A schema as clients list it, which every session pays for: the arguments with their types, and of what is inside them
 * only what the words say. It accepts whatever the whole schema accepts.
 */
export function listedSchema(schema: z.ZodType, words: ArgumentWords = {}): Tool['inputSchema'] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const listed = Object.entries(properties).flatMap(([name, property]) => {
    const said = words[name];
    if (said === null || !isObject(property)) return [];
    const description = said ?? property.description;
    return [
      [name, { ...shallow(property), ...(typeof description === 'string' && description !== '' && { description }) }],
    ];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(listed) as NonNullable<Tool['inputSchema']['properties']>,
    ...(required.length > 0 && { required }),
  };
}

function shallow(schema: Json): Json {
  const shown = listedMembers.flatMap((name): [string, unknown][] => {
    const value = schema[name];
    if (value === undefined || isBeyondSafe(value)) return [];
    if (name === 'items') return isObject(value) ? [[name, shallow(value)]] : [];
    return name === 'anyOf' && Array.isArray(value) ? [[name, value.filter(isObject).map(shallow)]] : [[name, value]];
  });
  return Object.fromEntries(shown);
}

/** The bounds of whole numbers themselves say nothing. */
const isBeyondSafe = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
