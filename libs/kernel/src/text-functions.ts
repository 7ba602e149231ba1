import type jsonata from 'jsonata';
import { firstIndex } from './find-text.js';

/**
 * Replaces JSONata's search functions, for texts only. Each scans its text once; JSONata's own may take the product of
 * both lengths in one step, which is minutes for two texts of half a megabyte.
 */
export function offerTextFunctions(expression: jsonata.Expression): void {
  expression.registerFunction('contains', ofText(contains), '<s-s:b>');
  expression.registerFunction('substringBefore', ofText(before), '<s-s:s>');
  expression.registerFunction('substringAfter', ofText(after), '<s-s:s>');
  expression.registerFunction('split', ofText(split), '<s-sn?:a<s>>');
  expression.registerFunction('replace', ofText(replace), '<s-ssn?:s>');
}

/** Undefined in, undefined out. */
const ofText =
  <A extends readonly unknown[]>(run: (text: string, ...given: A) => unknown) =>
  (text: string | undefined, ...given: A) =>
    text === undefined ? undefined : run(text, ...given);

const contains = (text: string, search: string): boolean => firstIndex(text, search) >= 0;

function before(text: string, search: string): string {
  const at = firstIndex(text, search);
  return at < 0 ? text : text.slice(0, at);
}

function after(text: string, search: string): string {
  const at = firstIndex(text, search);
  return at < 0 ? text : text.slice(at + search.length);
}

function split(text: string, separator: string, limit?: number): string[] {
  atLeastZero('$split', limit);
  if (separator === '') return text.split('', limit);
  return parts(text, separator, Number.POSITIVE_INFINITY).slice(0, limit);
}

function replace(text: string, search: string, by: string, limit?: number): string {
  if (search === '') throw new Error('$replace is given no text to replace');
  atLeastZero('$replace', limit);
  return parts(text, search, limit ?? Number.POSITIVE_INFINITY).join(by);
}

function atLeastZero(name: string, limit = 0): void {
  if (limit < 0) throw new Error(`the limit of ${name} is below zero`);
}

/** A text split at up to the given number of matches. */
function parts(text: string, separator: string, max: number): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = firstIndex(text, separator); at >= 0 && found.length < max; at = firstIndex(text, separator, from)) {
    found.push(text.slice(from, at));
    from = at + separator.length;
  }
  return [...found, text.slice(from)];
}
