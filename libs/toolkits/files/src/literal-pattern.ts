/** How a search looks for its text. */
export interface LiteralOptions {
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * Finds a literal in a line; the index of its first occurrence or -1. The expression has no quantifier and no
 * alternative, so that it cannot backtrack: the cost is at most text times literal.
 */
export function literalPattern(
  literal: string,
  { caseSensitive, wholeWord }: LiteralOptions,
): (line: string) => number {
  if (caseSensitive && !wholeWord) return (line) => line.indexOf(literal);
  const body = wholeWord ? `(?<![\\p{L}\\p{N}_])${escaped(literal)}(?![\\p{L}\\p{N}_])` : escaped(literal);
  const pattern = new RegExp(body, caseSensitive ? 'u' : 'iu');
  return (line) => line.search(pattern);
}
