import type { Finder } from './finder.js';

/** How a search looks for its text. */
export interface LiteralOptions {
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const finderOf = (place: (text: string) => number): Finder => ({
  inLine: place,
  maybeIn: (text) => place(text) >= 0,
});

/**
 * Finds a literal in a line; the index of its first occurrence or -1. The expression has no quantifier and no
 * alternative, so that it cannot backtrack: the cost is at most text times literal.
 */
export function literalPattern(literal: string, { caseSensitive, wholeWord }: LiteralOptions): Finder {
  if (caseSensitive && !wholeWord) return finderOf((text) => text.indexOf(literal));
  const body = wholeWord ? `(?<![\\p{L}\\p{N}_])${escaped(literal)}(?![\\p{L}\\p{N}_])` : escaped(literal);
  const pattern = new RegExp(body, caseSensitive ? 'u' : 'iu');
  return finderOf((text) => text.search(pattern));
}
