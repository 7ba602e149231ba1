import { type AskBody, askHours, type EachBody, eachConcurrency, maxElements } from '@assay/contracts';
import { checkSchema, type JsonSchema } from '@assay/json-schema';
import { hourMs } from '@assay/kernel';
import type { AskNode, EachNode } from '../plan.js';
import type { Problems } from './draft.js';
import type { TemplateRule } from './read-input.js';

/** What an `each` is, besides its place in a plan. */
export const eachNode = (
  { concurrency = eachConcurrency.default, max = maxElements }: Omit<EachBody, 'in'>,
  list: TemplateRule,
  rest: Pick<EachNode, 'body' | 'inPlace' | 'isStep'>,
): Omit<EachNode, 'id' | 'place' | 'needs'> => ({ kind: 'each', in: list, concurrency, max, ...rest });

/** What a question is, besides its place in a plan. What is wrong with its schema is reported. */
export function askNode(
  { schema, to, timeoutHours = askHours.default }: AskBody,
  input: TemplateRule,
  inputPlace: string,
  problems: Problems,
): Omit<AskNode, 'id' | 'place' | 'needs'> {
  const issues = checkSchema(schema as JsonSchema, `${inputPlace}/schema`, 'output');
  for (const { path, message } of issues) problems.tell(path, message);
  const timeoutMs = Math.round(timeoutHours * hourMs);
  return { kind: 'ask', input, inputPlace, schema: schema as JsonSchema, to: to ?? null, timeoutMs };
}
