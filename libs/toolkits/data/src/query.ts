import { clip, Refusal } from '@assay/kit';
import jsonata from 'jsonata';
import { z } from 'zod';
import { dataTool } from './data-tool.js';
import { jsonInput, requireShallow } from './json-input.js';

const input = z.strictObject({
  data: z.unknown().describe('Any JSON. The text of a JSON object or list is parsed first.'),
  expression: z.string().min(1).max(20_000).describe('JSONata, such as orders[total > 100].{"id": id, "total": total}'),
  limit: z.int().min(1).max(10_000).default(1_000).describe('Items of a list that are returned'),
  offset: z.int().min(0).max(10_000_000).default(0).describe('Items of a list that are skipped first'),
});

const output = z.object({
  result: z.unknown().describe('Null when the expression found nothing'),
  found: z.boolean(),
  count: z.int().nonnegative().optional().describe('Items of the whole list, when the result is a list'),
  omitted: z.int().nonnegative().optional().describe('Items that were not returned, when there are any'),
});

/** Functions whose result does not depend on the input alone, or that compile text. */
const withheld = ['eval', 'random', 'shuffle', 'now', 'millis'];

/** Items of a list that the engine makes. */
const maxItems = 1_000_000;

function compile(text: string): jsonata.Expression {
  try {
    const expression = jsonata(text, { sequence: maxItems });
    for (const name of withheld) expression.assign(name, undefined);
    return expression;
  } catch (error) {
    throw new Refusal(`Invalid JSONata: ${reasonOf(error)}. See https://docs.jsonata.org.`);
  }
}

const reasonOf = (error: unknown): string => {
  const { message, position } = error as { message?: unknown; position?: unknown };
  const at = typeof position === 'number' ? ` at character ${position}` : '';
  return `${String(message ?? error).slice(0, 300)}${at}`;
};

export const query = dataTool({
  name: 'query',
  title: 'Query JSON',
  description:
    'Select, filter, group, sort and reshape JSON with a JSONata expression. Pure: no clock, no randomness. Use it to cut a large result down to what you need.',
  input,
  output,
  async compute({ data, expression, limit, offset }) {
    const value = jsonInput(data);
    requireShallow(value);
    const compiled = compile(expression);
    const evaluated = await compiled.evaluate(value).catch((error: unknown) => {
      throw new Refusal(`The expression failed: ${reasonOf(error)}. Try it on a smaller part of the data.`);
    });
    if (isCode(evaluated)) throw new Refusal('The expression returns a function. Call it.');
    const found = evaluated !== undefined;
    const result = plain(evaluated);
    const text = (it: unknown) => clip(JSON.stringify(it));
    if (!Array.isArray(result)) return { structured: { result, found }, text: text(result) };
    const items = result.slice(offset, offset + limit);
    const omitted = result.length - items.length;
    return {
      structured: { result: items, found, count: result.length, ...(omitted > 0 && { omitted }) },
      text: `${text(items)}${omitted > 0 ? `\n(${omitted} more of ${result.length})` : ''}`,
    };
  },
});

const isCode = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '_jsonata_lambda' in value);

/** JSON without the engine's own marks on lists, and without functions. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, it) => (isCode(it) ? undefined : it)) ?? 'null');
