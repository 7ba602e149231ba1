import type { JsonSchema } from '@assay/json-schema';
import { wordsOfName } from './near-name.js';
import { isProtectedName } from './protected-name.js';
import type { Repair } from './repair-input.js';

/** What is looked for: without it, what is found is another answer. */
const looking = new Set(['q', 'query', 'search', 'text', 'keyword', 'keywords', 'term', 'terms', 'prompt']);

/** Whether an answer says that there is nothing: null, an empty text or list, or an object whose lists are all empty. */
export function isEmptyAnswer(output: unknown): boolean {
  if (output === null || output === undefined || output === '') return true;
  if (Array.isArray(output)) return output.length === 0;
  if (typeof output !== 'object') return false;
  const members = Object.values(output);
  if (members.length === 0) return true;
  const nested = members.filter((it) => typeof it === 'object' && it !== null);
  return nested.length > 0 && nested.every((it) => Array.isArray(it) && it.length === 0);
}

/**
 * A search with one condition less: the last optional member of the input that neither says what is looked for, nor is an
 * identifier, an amount or a recipient, without which the answer would be about somebody else. Undefined when there is
 * none.
 */
export function broader({ required }: JsonSchema, input: Readonly<Record<string, unknown>>): Repair | undefined {
  const needed = new Set(Array.isArray(required) ? required : []);
  const left = Object.keys(input).findLast((name) => !needed.has(name) && !isMeant(name));
  if (left === undefined) return undefined;
  const { [left]: from, ...rest } = input;
  return { input: rest, edits: [{ path: `/${left}`, rule: 'broaden', kind: 'meaning', from, to: undefined }] };
}

const isMeant = (name: string): boolean => isProtectedName(name) || wordsOfName(name).some((word) => looking.has(word));
