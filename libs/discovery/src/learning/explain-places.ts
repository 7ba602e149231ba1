import type { DiscoveryAnswer, ResultLearning } from '@assay/contracts';
import type { Narrowed } from '../narrow.js';
import { maxShareOfOne } from './shared-memory.js';
import type { LearningSearch } from './use-learning.js';

/** What an answer says about learning on request. */
export interface ExplainedPlaces {
  readonly summary: NonNullable<DiscoveryAnswer['learning']>;
  /** Undefined for a tool of which nothing was learnt. */
  of(tool: string): ResultLearning | undefined;
}

/** Compares the ranking by score without what was learnt and with it. Results that fill up the list have places, too. */
export function explainPlaces(
  before: Pick<Narrowed, 'offered' | 'weaker'>,
  after: Pick<Narrowed, 'offered' | 'weaker'>,
  learning: Pick<LearningSearch, 'explain'> | undefined,
): ExplainedPlaces {
  const explained = learning?.explain();
  const [placeBefore, placeAfter] = [placesOf(before), placesOf(after)];
  return {
    summary: { enabled: explained !== undefined, strength: explained?.strength ?? 0, maxShareOfOne },
    of(tool) {
      const learnt = explained?.of(tool);
      return learnt && { rankBefore: placeBefore(tool), rankAfter: placeAfter(tool), ...learnt };
    },
  };
}

function placesOf({ offered, weaker }: Pick<Narrowed, 'offered' | 'weaker'>): (tool: string) => number | null {
  const places = new Map([...offered, ...weaker].map(({ id }, at) => [id, at + 1]));
  return (tool) => places.get(tool) ?? null;
}
