import type { Detail, Discover, DiscoveryAnswer, DiscoveryResult } from '@assay/contracts';
import type { Clock, Random } from '../kernel/clock.js';
import type { Failure } from '../kernel/failure.js';
import { ok, type Result } from '../kernel/result.js';
import { type CandidateSource, type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { unmetConstraints } from './constraints.js';
import { type DiscoveryQuery, parseQuery } from './query.js';
import { type Rankable, type Ranked, rank } from './rank.js';
import { reasonsFor } from './reasons.js';
import { relevanceCut } from './relevance-cut.js';
import type { Candidate, IndexAnswer, ToolIndex } from './tool-index.js';

/** How many tools that were left out are named. */
export const nearMisses = 5;

/** Keys are rounded; what is trusted enough is decided by trust itself. */
const keyMargin = 1e-9;

/** Names within a text, `ns/tool`. */
const toolNames = /[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?\/[A-Za-z0-9_.-]{1,128}/g;

interface Found {
  readonly tool: CandidateTool;
  readonly candidate: Candidate;
  /** Why it is left out; empty when it is not. */
  readonly against: readonly string[];
}

interface Offered extends Rankable, Found {}

/**
 * Finds tools: index → filter (constraints, permission) → relevance cut → rank → the best with reasons. Tools that the
 * caller sees but may not call are named among the excluded ones, with the reason; those it does not see are neither
 * named nor counted.
 */
export class DiscoverTools<Caller> {
  constructor(
    private readonly index: ToolIndex,
    private readonly candidates: CandidateSource<Caller>,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  async discover(request: Discover, caller: Caller): Promise<Result<DiscoveryAnswer, Failure>> {
    const startedAt = this.clock.monotonic();
    const parsed = parseQuery(request);
    if (!parsed.ok) return parsed;
    const query = parsed.value;
    const { candidates, terms } = await this.search(query, caller);
    const found = candidates.flatMap((candidate) => this.look(candidate, query, caller));
    const passed = found.filter(({ against }) => against.length === 0);
    const { offered, cut } = cutAndRank(passed, query);
    return ok({
      discoveryId: this.random.uuid(),
      parsed: {
        query: query.text === '' ? null : query.text,
        capabilities: [...query.capabilities],
        constraints: query.constraints,
        terms: [...terms],
      },
      results: offered.slice(0, query.limit).map((one) => present(one, query, terms)),
      excluded: [
        ...this.named(query.text, caller),
        ...closest([...found.filter(({ against }) => against.length > 0), ...cut]),
      ],
      totalCandidates: found.length,
      totalFiltered: passed.length,
      tookMs: this.clock.monotonic() - startedAt,
    });
  }

  /**
   * The most relevant candidates, whatever their trust, so that near misses can be told of. When there are more than were
   * asked for, the most relevant ones that are trusted enough come to them: others must not keep these from being found.
   */
  private async search(query: DiscoveryQuery, caller: Caller): Promise<IndexAnswer> {
    const { text, capabilities, candidates: limit } = query;
    const asked = { text, capabilities, audience: this.candidates.audience(caller), limit };
    const first = await this.index.search(asked);
    const { minTrust } = query.constraints;
    if (first.candidates.length < limit || minTrust === 0) return first;
    const leastTrustKey = this.candidates.leastTrustKey(minTrust) - keyMargin;
    const trusted = await this.index.search({ ...asked, leastTrustKey });
    const known = new Set(first.candidates.map(({ id }) => id));
    return { ...first, candidates: [...first.candidates, ...trusted.candidates.filter(({ id }) => !known.has(id))] };
  }

  /** Tools out of use are not found; those that the query names are told of all the same. */
  private named(text: string, caller: Caller): DiscoveryAnswer['excluded'] {
    return [...new Set(text.match(toolNames) ?? [])].slice(0, nearMisses).flatMap((tool) => {
      const why = this.candidates.outOfUse(tool, caller);
      return why === undefined ? [] : [{ tool, why }];
    });
  }

  private look(candidate: Candidate, query: DiscoveryQuery, caller: Caller): Found[] {
    const tool = this.candidates.find(candidate.id, caller);
    if (tool === undefined) return [];
    const against = unmetConstraints(tool, query);
    if (!tool.mayCall.allowed && tool.browsing !== true) against.push(tool.mayCall.why);
    return [{ tool, candidate, against }];
  }
}

function cutAndRank(passed: readonly Found[], query: DiscoveryQuery): { offered: Ranked<Offered>[]; cut: Found[] } {
  const cut = relevanceCut(passed.map(({ candidate }) => candidate.relevance));
  const related = passed.filter(({ candidate }) => candidate.relevance >= cut.least);
  const rankable = related.map((one) => ({
    ...one,
    id: one.tool.id,
    trust: one.tool.trust,
    relevance: cut.calibrated(one.candidate.relevance),
    p95Ms: p95Ms(one.tool),
    costUsd: costUsd(one.tool),
  }));
  return {
    offered: rank(rankable, query.constraints),
    cut: passed
      .filter(({ candidate }) => candidate.relevance < cut.least)
      .map((one) => ({ ...one, against: [tooFar(one.candidate.relevance, cut.least)] })),
  };
}

const tooFar = (relevance: number, least: number): string =>
  `it fits the query too little: relevance ${relevance.toFixed(3)}, and ${least.toFixed(3)} is needed here`;

/** The most relevant of those left out. */
function closest(left: readonly Found[]): DiscoveryAnswer['excluded'] {
  return [...left]
    .sort((a, b) => b.candidate.relevance - a.candidate.relevance || (a.tool.id < b.tool.id ? -1 : 1))
    .slice(0, nearMisses)
    .map(({ tool, against }) => ({ tool: tool.id, why: against.join('; ') }));
}

function present(one: Ranked<Offered>, query: DiscoveryQuery, terms: readonly string[]): DiscoveryResult {
  const { tool, candidate, score, parts } = one;
  return {
    tool: tool.id,
    version: tool.version,
    score,
    parts,
    why: reasonsFor(tool, query, { terms, matched: candidate.matched }),
    callable: tool.mayCall.allowed,
    ...describe(tool, query.detail),
  };
}

function describe(tool: CandidateTool, detail: Detail): Partial<DiscoveryResult> {
  if (detail === 'names') return {};
  const { title, description, capabilities, annotations, inputSchema, outputSchema } = tool.manifest;
  const summary = { title, description, capabilities: capabilities ?? [], annotations };
  return detail === 'summary' ? summary : { ...summary, inputSchema, outputSchema };
}
