import { clip, Refusal } from '@assay/kit';
import { Liquid } from 'liquidjs';
import { z } from 'zod';
import { dataTool, maxText } from './data-tool.js';
import { jsonInput, requireShallow } from './json-input.js';

const escapes = ['none', 'html', 'json'] as const;

const input = z.strictObject({
  template: z
    .string()
    .max(200_000)
    .describe(
      'Liquid: {{ name }}, {{ price | round: 2 }}, {% for item in items %}…{% endfor %}, {% if paid %}…{% endif %}',
    ),
  data: z.unknown().describe('An object whose members are the variables; any other JSON is the variable "data"'),
  escape: z
    .enum(escapes)
    .default('none')
    .describe('How values are written: unchanged, safe in HTML, or as JSON (text in quotation marks)'),
  missing: z.enum(['empty', 'error']).default('empty').describe('What a variable that does not exist becomes'),
});

const output = z.object({
  text: z.string(),
  characters: z.int().nonnegative(),
});

/** Filters and words that depend on more than the input. */
const refuse = (what: string) => () => {
  throw new Refusal(
    `${what} is not available, because the same input must give the same text. Pass the value in data.`,
  );
};

const limits = { parseLimit: 200_000, renderLimit: 3_000, memoryLimit: 20_000_000 };

function engine(escaping: (typeof escapes)[number], strictVariables: boolean): Liquid {
  const liquid = new Liquid({
    ...limits,
    // Only what the data itself has, and no other template, wherever it may be.
    ownPropertyOnly: true,
    templates: {},
    strictFilters: true,
    strictVariables,
    ...(escaping === 'html' && { outputEscape: 'escape' as const }),
    ...(escaping === 'json' && { outputEscape: (value: unknown) => JSON.stringify(value ?? null) }),
  });
  const date = liquid.filters.date as (this: unknown, value: unknown, ...more: unknown[]) => unknown;
  liquid.registerFilter('date', function (value: unknown, ...more: unknown[]) {
    if (value === 'now' || value === 'today') return refuse('The present time')();
    return date.call(this, value, ...more);
  });
  liquid.registerFilter('sample', refuse('The filter "sample"'));
  return liquid;
}

const variablesOf = (data: unknown): object =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { data };

export const template = dataTool({
  name: 'template',
  title: 'Fill in a template',
  description:
    'Write text from data with a Liquid template (variables, filters, loops, conditions). It cannot run code, read files or include other templates. Use it for messages, reports and documents.',
  input,
  output,
  async compute({ template: text, data, escape: escaping, missing }) {
    const value = jsonInput(data);
    requireShallow(value);
    const liquid = engine(escaping, missing === 'error');
    const rendered = await liquid.parseAndRender(text, variablesOf(value)).catch((error: unknown) => {
      throw refusalOf(error);
    });
    const written = String(rendered);
    if (written.length > maxText) throw new Refusal(`The text would have more than ${maxText} characters. Shorten it.`);
    return { structured: { text: written, characters: written.length }, text: clip(written) };
  },
});

function refusalOf(error: unknown): Refusal {
  const cause = (error as { originalError?: unknown }).originalError;
  if (cause instanceof Refusal) return cause;
  const [first = ''] = String((error as Error).message ?? error).split('\n');
  return new Refusal(`The template failed: ${first.slice(0, 300)}. See https://liquidjs.com for its language.`);
}
