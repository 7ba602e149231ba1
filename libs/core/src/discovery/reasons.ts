import { isoTime } from '../kernel/iso-time.js';
import { type CandidateTool, costUsd, p95Ms } from './candidate.js';
import { tagRelevance } from './capability-relevance.js';
import { vouchedFor } from './constraints.js';
import type { DiscoveryQuery } from './query.js';

export interface Match {
  /** Words of the query that were searched for. */
  readonly terms: readonly string[];
  /** Those that the tool has. */
  readonly matched: readonly string[];
}

/** Why a tool is offered, a phrase each: words, capabilities, trust, latency, cost, permission. */
export function reasonsFor(tool: CandidateTool, query: DiscoveryQuery, match: Match): string[] {
  return [
    ...wordsReason(match),
    ...query.capabilities.flatMap((asked) => capabilityReason(asked, tool.manifest.capabilities ?? [])),
    trustReason(tool, query),
    latencyReason(tool),
    ...costReason(tool),
    ...deprecationReason(tool),
    tool.mayCall.why,
  ];
}

function wordsReason({ terms, matched }: Match): string[] {
  if (matched.length === 0) return [];
  return [`matches ${matched.length} of ${terms.length} words: ${matched.join(', ')}`];
}

function capabilityReason(asked: string, declared: readonly string[]): string[] {
  const best = declared
    .map((tag) => ({ tag, relevance: tagRelevance(asked, tag) }))
    .reduce((most, next) => (next.relevance > most.relevance ? next : most), { tag: '', relevance: 0 });
  if (best.relevance === 0) return [];
  if (best.tag === asked) return [`declares ${asked}`];
  return [`declares ${best.tag}, ${best.tag.length > asked.length ? 'part of' : 'which includes'} ${asked}`];
}

function trustReason(tool: CandidateTool, query: DiscoveryQuery): string {
  const trust = `trust ${tool.trust.toFixed(3)}`;
  if (tool.trust >= query.constraints.minTrust || !vouchedFor(tool)) return trust;
  const by = tool.own ? 'it is of your own namespace' : 'it is endorsed for your organisation';
  return `${trust}, below the default ${query.constraints.minTrust}, but ${by}`;
}

function latencyReason(tool: CandidateTool): string {
  const p95 = p95Ms(tool);
  if (p95 === undefined) return 'p95 latency unknown';
  return `p95 ${p95} ms ${tool.measuredP95Ms == null ? 'declared' : 'measured'}`;
}

function costReason(tool: CandidateTool): string[] {
  const usd = costUsd(tool);
  if (usd === undefined) return [];
  return [usd === 0 ? 'free' : `costs ${usd} USD a call`];
}

function deprecationReason({ deprecated }: CandidateTool): string[] {
  if (!deprecated) return [];
  return [deprecated.sunsetAt === null ? 'deprecated' : `deprecated, ends on ${isoTime(deprecated.sunsetAt)}`];
}
