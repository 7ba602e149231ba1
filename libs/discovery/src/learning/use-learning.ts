import type { DiscoveryAnswer } from '@assay/contracts';
import type { Clock, Random } from '@assay/kernel';
import type { Found } from '../narrow.js';
import type { Candidate } from '../tool-index.js';
import { explore, maxExplored } from './explore.js';
import type { Learnt } from './learnt.js';
import { standings, withLearnt } from './learnt-relevance.js';
import type { RecentSearches } from './recent-searches.js';
import type { Judgement } from './task-memory.js';

export interface UseLearningPorts {
  readonly learnt: Pick<Learnt, 'memory' | 'terms'>;
  readonly searches: Pick<RecentSearches, 'remember'>;
  readonly clock: Pick<Clock, 'now'>;
  /** What a tool is called now that was called so when it was learnt of. */
  readonly nameNow: (tool: string) => string;
  readonly random: Random;
}

/** One search of an organisation that learns. */
export interface LearningSearch {
  /** With what is learnt in their relevance, best first. */
  readonly candidates: readonly Candidate[];
  /** Whether anything that was learnt changed the order. */
  readonly isUsed: boolean;
  /** What is to be said of a tool. */
  why(tool: string): string[];
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
  begin(organisationId: string | null, text: string, found: readonly Candidate[]): LearningSearch | undefined {
    const { learnt, searches, clock, random, nameNow } = this.ports;
    const memory = learnt.memory(organisationId);
    if (memory === undefined || organisationId === null || text === '') return undefined;
    const now = clock.now();
    const ids = found.map(({ id }) => id);
    const judged = byNameNow(memory.judge(learnt.terms(text), ids, now), nameNow);
    const level = memory.level(now);
    return {
      candidates: level === 0 ? found : withLearnt(found, judged, level),
      isUsed: level > 0 && judged.size > 0,
      why: (tool) => whyLearnt(judged.get(tool), level),
      explored: (fitting, shown, limit) => {
        const best = Math.max(0, ...fitting.map(({ candidate }) => candidate.relevance));
        const next = fitting
          .filter(({ tool }) => !shown.has(tool.id))
          .sort((a, b) => b.candidate.relevance - a.candidate.relevance)
          .map(({ tool, candidate }) => ({
            ...{ id: tool.id, version: tool.version, relevance: best === 0 ? 0 : candidate.relevance / best },
            shown: memory.timesShown(tool.id, now),
          }));
        return explore(next, Math.min(limit, maxExplored), random).map(({ id, version, shown: times }) => ({
          tool: id,
          version,
          why:
            times < 0.5 ? 'worth a try: it has not been shown to you before' : 'worth a try: less fitting by its words',
        }));
      },
      remember: (discoveryId, shown) =>
        searches.remember(discoveryId, { organisationId, text, shown, standings: standings(found, judged, shown) }),
    };
  }
}

/** What is known of a tool by its former names is known of it. */
function byNameNow(judged: ReadonlyMap<string, Judgement>, nameNow: (tool: string) => string): Map<string, Judgement> {
  const named = new Map<string, Judgement>();
  for (const [tool, { gain, similar }] of judged) {
    const name = nameNow(tool);
    const other = named.get(name);
    named.set(name, { gain: gain + (other?.gain ?? 0), similar: similar + (other?.similar ?? 0) });
  }
  return named;
}

/** Below this a gain is not worth a word. */
const minGain = 0.05;

function whyLearnt(judgement: Judgement | undefined, level: number): string[] {
  if (judgement === undefined || level === 0) return [];
  const { gain, similar } = judgement;
  if (similar > 0 && gain > 0) return [`worked for ${similar} similar ${similar === 1 ? 'task' : 'tasks'} of yours`];
  if (gain >= minGain) return ['worked for your tasks with similar words'];
  return gain <= -minGain ? ['was shown for similar tasks of yours, but other tools were chosen'] : [];
}
