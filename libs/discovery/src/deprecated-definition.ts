import type { Manifest } from '@assay/contracts';
import type { CandidateTool } from './candidate.js';
import type { Candidate } from './tool-index.js';

/** Of a description, in characters: what is said further on is about details. */
const maxRead = 2_000;
/** Words, and signs one by one. */
const tokenPattern = /[a-z]+|[^a-z\s]/g;
const word = 'deprecated';
const opening: ReadonlySet<string | undefined> = new Set(['(', '[']);
const closing: ReadonlySet<string | undefined> = new Set([')', ']']);
const announcing: ReadonlySet<string | undefined> = new Set([':', ';', '!', '—', '–']);
const ending: ReadonlySet<string | undefined> = new Set(['.', '!', '?']);
const pausing: ReadonlySet<string | undefined> = new Set(['.', ',']);
const fillers: ReadonlySet<string | undefined> = new Set(['now', 'been', 'also']);
const copulas: ReadonlySet<string | undefined> = new Set(['is', 'was', 'has']);
const itself = 'this it tool endpoint method function operation command version api';
const subjects: ReadonlySet<string | undefined> = new Set(itself.split(' '));

const tokensOf = (text: string): readonly string[] => text.slice(0, maxRead).toLowerCase().match(tokenPattern) ?? [];

const isSign = (token: string): boolean => !/^[a-z]/.test(token);

/** `(Deprecated)`, `[DEPRECATED]`, or the word at either end. */
function saysTitle(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => !isSign(token));
  if (words[0] === word || words.at(-1) === word) return true;
  return tokens.some((token, at) => token === word && opening.has(tokens[at - 1]) && closing.has(tokens[at + 1]));
}

/** `DEPRECATED: use …`, `(deprecated)`, `this tool is deprecated`; not what is said of other things ("lists deprecated APIs"). */
const saysDescription = (tokens: readonly string[]): boolean =>
  tokens.some((token, at) => {
    if (token !== word) return false;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (tokens.slice(0, at).every(isSign) || announcing.has(after)) return true;
    if (opening.has(before) && closing.has(after)) return true;
    return (ending.has(before) && pausing.has(after)) || isSaidOfItself(tokens, at);
  });

/** `this is deprecated`, `the endpoint has been deprecated`, `this old tool is now deprecated`. */
function isSaidOfItself(tokens: readonly string[], at: number): boolean {
  let verb = at - 1;
  while (fillers.has(tokens[verb])) verb -= 1;
  return copulas.has(tokens[verb]) && (subjects.has(tokens[verb - 1]) || tokens[verb - 2] === 'this');
}

/** Whether a definition says of itself that it is deprecated. */
export const callsItselfDeprecated = ({ title, description }: Manifest): boolean =>
  saysTitle(tokensOf(title ?? '')) || saysDescription(tokensOf(description));

/** Its version was deprecated, or its definition says so. */
export const isDeprecated = ({ deprecated, manifest }: Pick<CandidateTool, 'deprecated' | 'manifest'>): boolean =>
  (deprecated !== undefined && deprecated !== null) || callsItselfDeprecated(manifest);

/** A tool of this share of another one's relevance does about the same. */
const equalFrom = 0.7;

/**
 * Puts deprecated tools behind their equals: the tools of about the same relevance or more. What is clearly less relevant
 * stays behind them.
 */
export function behindEquals<T extends { readonly tool: CandidateTool; readonly candidate: Candidate }>(
  tools: readonly T[],
): T[] {
  const ordered = tools.filter(({ tool }) => !isDeprecated(tool));
  if (ordered.length === tools.length) return ordered;
  tools.forEach((one, at) => {
    if (!isDeprecated(one.tool)) return;
    const before = new Set(tools.slice(0, at));
    const isAhead = (other: T) =>
      before.has(other) ||
      (!isDeprecated(other.tool) && other.candidate.relevance >= equalFrom * one.candidate.relevance);
    ordered.splice(ordered.findLastIndex(isAhead) + 1, 0, one);
  });
  return ordered;
}
