import type { DiscoveryAnswer, DiscoveryResult } from '@assay/sdk';
import { plural } from './text.js';

const place = (rank: number | null): string => (rank === null ? 'not found' : `place ${rank}`);

/** With --explain: what learning changed about a result, and from how many calls. */
export function learntText({ learning }: DiscoveryResult): string[] {
  if (learning === undefined) return [];
  const { rankBefore, rankAfter, share, calls } = learning;
  const { yours, others, failed } = calls;
  const moved =
    rankBefore === rankAfter
      ? `${place(rankAfter)} with and without it`
      : `${place(rankBefore)} without it, ${place(rankAfter)} with it`;
  const percent = `${share < 0 ? '−' : '+'}${Math.round(Math.abs(share) * 100)} % of its relevance`;
  const from = `${plural(yours, 'call')} of yours and ${others} of others${failed > 0 ? `, ${failed} failed` : ''}`;
  return [`learning: ${moved}; ${percent}; from ${from}`];
}

/** With --explain: whether learning counts in this search, and how strongly. */
export function explainedNotes(learning: DiscoveryAnswer['learning']): string[] {
  if (learning === undefined) return [];
  const { enabled, strength, maxShareOfOne } = learning;
  if (!enabled) return ['Learning does not count here: it is off, you are not signed in, or the search has no words.'];
  return [
    `Learning counts with strength ${strength}; one other caller moves a tool by at most ${Math.round(maxShareOfOne * 100)} % of the best relevance.`,
  ];
}
