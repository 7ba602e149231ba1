import { Refusal } from '@assay/kit';
import { RE2JS } from 're2js';
import type { LiteralOptions } from './literal-pattern.js';

/** Finds a regular expression in a line, in time linear in the line; the index of its first match or -1. Throws a Refusal. */
export function linearPattern(pattern: string, { caseSensitive, wholeWord }: LiteralOptions): (line: string) => number {
  const body = wholeWord ? `\\b(?:${pattern})\\b` : pattern;
  try {
    const compiled = RE2JS.compile(body, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => {
      const matcher = compiled.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    };
  } catch (error) {
    throw new Refusal(`The pattern is not a regular expression of RE2: ${(error as Error).message.slice(0, 200)}.`);
  }
}
