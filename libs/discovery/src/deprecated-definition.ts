import type { Manifest } from '@assay/contracts';
import type { CandidateTool } from './candidate.js';
import type { Candidate } from './tool-index.js';

/** `(Deprecated)`, `[DEPRECATED]`, or the word at either end of a title. */
const inTitle = /[([]\s*deprecated\s*[)\]]|^\W*deprecated\b|\bdeprecated\W*$/i;
/** `DEPRECATED: use …`, `(deprecated)`, `this tool is deprecated`; not what is said of other things ("lists deprecated APIs"). */
const inDescription =
  /^\W*deprecated\b|[([]\s*deprecated\s*[)\]]|\bdeprecated\s*[:!;—–]|(?:^|[.!?]\s+)deprecated\s*[.,]|\b(?:this|it|tool|endpoint|method|function|operation|command|version|api)(?:\s+\w+)?\s+(?:is|was|has been)\s+(?:now\s+)?deprecated\b/i;

/** Whether a definition says of itself that it is deprecated. */
export const callsItselfDeprecated = ({ title, description }: Manifest): boolean =>
  inTitle.test(title ?? '') || inDescription.test(description);

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
