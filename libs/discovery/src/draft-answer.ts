import type { DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import { blockedTools } from './blocked-tools.js';
import type { Meaning } from './embedding/query-meaning.js';
import type { ExplainedPlaces } from './learning/explain-places.js';
import type { LearningSearch } from './learning/use-learning.js';
import { judgeMatch } from './match-confidence.js';
import { type Found, type Narrowed, type Offered, unmetOf } from './narrow.js';
import type { DiscoveryQuery } from './query.js';
import type { Ranked } from './rank.js';
import { type Match, reasonsFor } from './reasons.js';
import type { Chosen } from './selection/choose.js';
import { isDenied } from './selection/policy-gate.js';
import type { Draft } from './token-budget.js';
import type { Candidate } from './tool-index.js';

/** How many tools that were left out are named. */
export const nearMisses = 5;

/** What an answer is made of. */
export interface AnswerParts {
  readonly discoveryId: string;
  readonly query: DiscoveryQuery;
  readonly found: readonly Found[];
  readonly narrowed: Narrowed;
  readonly chosen: Chosen;
  readonly match: Omit<Match, 'matched'>;
  readonly meaning: Pick<Meaning, 'language' | 'vectorFirst'>;
  /** Undefined where nothing is learnt. */
  readonly learning: LearningSearch | undefined;
  /** When it was asked what learning changed. */
  readonly explained?: ExplainedPlaces;
  /** Tools out of use that the query names. */
  readonly named: DiscoveryAnswer['excluded'];
  readonly warnings: readonly string[];
  readonly tookMs: number;
}

/** The answer to a search but for how much of each tool is described. */
export function draftAnswer(parts: AnswerParts): Draft {
  const { query, narrowed, chosen, learning, match, warnings, named } = parts;
  const good = chosen.offered.slice(0, query.limit);
  const weaker = chosen.weaker.slice(0, query.limit - good.length);
  const shown = [...good, ...weaker];
  const explored = learning === undefined ? [] : exploredOf(learning, parts, shown);
  return {
    frame: {
      discoveryId: parts.discoveryId,
      parsed: {
        query: query.text === '' ? null : query.text,
        capabilities: [...query.capabilities],
        constraints: narrowed.constraints,
        terms: [...match.terms],
        fromText: [...narrowed.fromText],
        ...(parts.meaning.language !== undefined && { language: parts.meaning.language }),
      },
      match: judgeMatch(topCandidate(shown), {
        terms: match.terms,
        byTags: query.capabilities.length > 0,
        isAcrossLanguages: parts.meaning.vectorFirst,
        isRuled: shown.some(({ id }) => chosen.isRuled(id)),
        blocked: blockedTools(withGate(parts.found, chosen.left), shown, query),
      }),
      totalCandidates: parts.found.length,
      totalFiltered: narrowed.passed,
      tookMs: parts.tookMs,
      ...(parts.explained && { learning: parts.explained.summary }),
      ...(chosen.selection && { selection: chosen.selection }),
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    },
    results: [
      ...good.map((one) => ({ head: present(one, parts), manifest: one.tool.manifest })),
      ...weaker.map((one) => ({ head: presentWeaker(one, parts), manifest: one.tool.manifest, isNameOnly: true })),
    ],
    explored,
    excluded: [...named, ...closest(withoutThese(chosen.left, explored))],
    detail: query.detail,
  };
}

function present(
  one: Ranked<Offered>,
  { query, narrowed, chosen, learning, match, explained }: AnswerParts,
): DiscoveryResult {
  const { tool, candidate, score, parts, lowered, verdict } = one;
  const learnt = explained?.of(one.id);
  const { constraints } = narrowed;
  return {
    tool: tool.id,
    version: tool.version,
    score,
    trustView: tool.trustView,
    stage: tool.stage,
    parts,
    why: [
      ...chosen.notes(one.id),
      ...(learning?.why(one.id) ?? []),
      ...reasonsFor(tool, { ...query, constraints }, { ...match, matched: candidate.matched }, verdict),
      ...lowered.map((why) => `${why}; no fitting tool meets it, so that it only lowers ranks`),
    ],
    ...(learnt && { learning: learnt }),
    callable: verdict.callable,
    ...(verdict.policies.length > 0 && { policies: [...verdict.policies] }),
    ...(verdict.openUntil !== null && { openUntil: isoTime(verdict.openUntil) }),
  };
}

/** What was found, with what the gate denied. */
function withGate(found: readonly Found[], left: readonly Found[]): Found[] {
  const denied = new Map(left.filter(isDenied).map((one) => [one.tool.id, one]));
  return found.map((one) => denied.get(one.tool.id) ?? one);
}

/** As names only: what it is and why it is weaker, so that it costs few tokens. */
function presentWeaker(one: Ranked<Offered>, parts: AnswerParts): DiscoveryResult {
  const { why: _why, ...head } = present(one, parts);
  return { ...head, why: ['weaker match: below the relevance threshold', ...one.lowered], weaker: true };
}

const topCandidate = (offered: readonly Found[]): Candidate | undefined =>
  offered.reduce<Candidate | undefined>(
    (best, { candidate }) => (best === undefined || candidate.relevance > best.relevance ? candidate : best),
    undefined,
  );

/** The most relevant of those left out. */
function closest(left: readonly Found[]): DiscoveryAnswer['excluded'] {
  return [...left]
    .sort((a, b) => b.candidate.relevance - a.candidate.relevance || (a.tool.id < b.tool.id ? -1 : 1))
    .slice(0, nearMisses)
    .map(({ tool, against }) => ({ tool: tool.id, why: against.join('; ') }));
}

/** What is offered for a try is no near miss. */
function withoutThese(left: readonly Found[], explored: Draft['explored']): Found[] {
  const tried = new Set(explored.map(({ tool }) => tool));
  return left.filter(({ tool }) => !tried.has(tool.id));
}

/**
 * Of the tools that fit all that was asked, in the constraints and in the text, and are not known to be denied, some that
 * are not among the results.
 */
function exploredOf(
  learning: LearningSearch,
  { found, chosen, narrowed, query }: AnswerParts,
  shown: readonly Ranked<Offered>[],
): Draft['explored'] {
  const fitting = withGate(found, chosen.left).filter(
    ({ tool, against }) => against.length === 0 && unmetOf(tool, narrowed.applied).length === 0,
  );
  return learning.explored(fitting, new Set(shown.map(({ id }) => id)), query.limit);
}
