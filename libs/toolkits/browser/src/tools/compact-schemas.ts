import type { z } from 'zod';
import type { BrowserTool } from './browser-tool.js';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const says = (name: string, value: unknown): boolean =>
  name !== '$schema' && !(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER);

/** Without what says nothing: the dialect, and bounds that every whole number keeps. */
const written = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(written);
  if (!isSchema(value)) return value;
  const kept = Object.entries(value).filter(([name, it]) => says(name, it));
  return Object.fromEntries(kept.map(([name, it]) => [name, written(it)]));
};

/** What a tool gives, by types: lists that only some answers have are not described further. */
function typesOf(schema: Schema): Schema {
  const { description: _, additionalProperties: __, properties, items, ...rest } = schema;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const member = (name: string, it: Schema): Schema =>
    it.type === 'array' && !required.includes(name) ? { type: 'array' } : typesOf(it);
  return {
    ...rest,
    ...(isSchema(items) && { items: typesOf(items) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, it]) => [name, isSchema(it) ? member(name, it) : it]),
      ),
    }),
  };
}

/** A schema that checks as before, and describes itself in these words. */
function describedAs<S extends z.ZodObject>(schema: S, io: 'input' | 'output', compact: (it: Schema) => unknown): S {
  const standard = schema['~standard'];
  const json = compact(standard.jsonSchema[io]({ target: 'draft-2020-12' }));
  const jsonSchema = { input: () => json, output: () => json };
  return Object.create(schema, { '~standard': { value: { ...standard, jsonSchema } } }) as S;
}

/** A tool whose schemas take few tokens in a list of tools. Its calls and answers are checked as before. */
export const withCompactSchemas = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: BrowserTool<I, O>,
): BrowserTool<I, O> => ({
  ...tool,
  input: describedAs(tool.input, 'input', written),
  output: describedAs(tool.output, 'output', (it) => typesOf(written(it) as Schema)),
});
