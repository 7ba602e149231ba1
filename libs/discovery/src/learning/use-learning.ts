import type { DiscoveryAnswer } from '@assay/contracts';
import type { Clock, Random } from '@assay/kernel';
import type { Found } from '../narrow.js';
import type { Candidate } from '../tool-index.js';
import { type ExplainedLearning, explainLearning } from './explain-learning.js';
import { explore, maxExplored } from './explore.js';
import type { Learnt } from './learnt.js';
import { standings, withLearnt } from './learnt-relevance.js';
import type { RecentSearches } from './recent-searches.js';
import type { SharedJudgement } from './shared-memory.js';
import { whyLearnt } from './why-learnt.js';

export interface UseLearningPorts {
  readonly learnt: Pick<Learnt, 'memory' | 'terms'>;
  readonly searches: Pick<RecentSearches, 'remember'>;
  readonly clock: Pick<Clock, 'now'>;
  /** What a tool is called now that was called so when it was learnt of. */
  readonly nameNow: (tool: string) => string;
  readonly random: Random;
}

/** Who searches. */
export interface Searcher {
  readonly organisationId: string | null;
  readonly principalId: string | null;
}

/** One search of an organisation that learns. */
export interface LearningSearch {
  /** With what is learnt in their relevance, best first. */
  readonly candidates: readonly Candidate[];
  /** Whether anything that was learnt changed the order. */
  readonly isUsed: boolean;
  /** What is to be said of a tool. */
  why(tool: string): string[];
  /** What was learnt of each tool, and how strongly it counts. */
  explain(): ExplainedLearning;
  /** Tools for a try, of those that fit and are not among the results. */
  explored(
    fitting: readonly Found[],
    shown: ReadonlySet<string>,
    limit: number,
  ): NonNullable<DiscoveryAnswer['explored']>;
  /** Ties the answer's id to the search. */
  remember(discoveryId: string, shown: readonly string[]): void;
}

/** Brings what an organisation has learnt into its searches. A cold start changes nothing but that tools are explored. */
export class UseLearning {
  constructor(private readonly ports: UseLearningPorts) {}

  /** Undefined for an organisation that does not learn, and for a search without words. */
  begin(
    { organisationId, principalId }: Searcher,
    text: string,
    found: readonly Candidate[],
  ): LearningSearch | undefined {
    const { learnt, searches, clock, random, nameNow } = this.ports;
    const memory = learnt.memory(organisationId);
    if (memory === undefined || organisationId === null || principalId === null || text === '') return undefined;
    const now = clock.now();
    const ids = found.map(({ id }) => id);
    const terms = learnt.terms(text);
    const judged = byNameNow(memory.judge(terms, ids, principalId, now), nameNow);
    const level = memory.level(principalId, now);
    return {
      candidates: level === 0 ? found : withLearnt(found, judged, level),
      isUsed: level > 0 && judged.size > 0,
      why: (tool) => whyLearnt(judged.get(tool), level),
      explain: () => explainLearning({ found, judged, level, calls: memory.calls(terms, principalId), nameNow }),
      explored: (fitting, shown, limit) => {
        const best = Math.max(0, ...fitting.map(({ candidate }) => candidate.relevance));
        const next = fitting
          .filter(({ tool }) => !shown.has(tool.id))
          .sort((a, b) => b.candidate.relevance - a.candidate.relevance)
          .map(({ tool, candidate }) => ({
            ...{ id: tool.id, version: tool.version, relevance: best === 0 ? 0 : candidate.relevance / best },
            shown: memory.timesShown(tool.id, principalId, now),
          }));
        return explore(next, Math.min(limit, maxExplored), random).map(({ id, version, shown: times }) => ({
          tool: id,
          version,
          why:
            times < 0.5 ? 'worth a try: it has not been shown to you before' : 'worth a try: less fitting by its words',
        }));
      },
      remember: (discoveryId, shown) =>
        searches.remember(discoveryId, {
          ...{ organisationId, principalId, text, shown },
          standings: standings(found, judged, shown),
        }),
    };
  }
}

/** What is known of a tool by its former names is known of it. */
function byNameNow(
  judged: ReadonlyMap<string, SharedJudgement>,
  nameNow: (tool: string) => string,
): Map<string, SharedJudgement> {
  const named = new Map<string, SharedJudgement>();
  for (const [tool, judgement] of judged) {
    const name = nameNow(tool);
    const other = named.get(name);
    named.set(name, other === undefined ? judgement : together(judgement, other));
  }
  return named;
}

const together = (one: SharedJudgement, other: SharedJudgement): SharedJudgement => ({
  gain: one.gain + other.gain,
  similar: one.similar + other.similar,
  ofOthers: one.ofOthers + other.ofOthers,
  others: Math.max(one.others, other.others),
});
