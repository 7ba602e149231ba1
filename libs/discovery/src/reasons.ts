import { isoTime } from '@assay/kernel';
import { type CapabilityTree, dottedTree } from '@assay/registry';
import { type CandidateTool, costUsd, p95Ms, type Verdict } from './candidate.js';
import { tagRelevance } from './capability-relevance.js';
import { vouchedFor } from './constraints.js';
import { callsItselfDeprecated } from './deprecated-definition.js';
import type { DiscoveryQuery } from './query.js';

export interface Match {
  /** Words of the query that were searched for. */
  readonly terms: readonly string[];
  /** Those that the tool has. */
  readonly matched: readonly string[];
  /** Whether tools were looked for by meaning, too. */
  readonly byMeaning?: boolean;
  /** Where capabilities stand; the tree of their dots when absent. */
  readonly tree?: CapabilityTree | undefined;
}

/** Why a tool is offered, a phrase each: words, capabilities, trust, latency, cost, permission. */
export function reasonsFor(tool: CandidateTool, query: DiscoveryQuery, match: Match, verdict: Verdict): string[] {
  return [
    ...wordsReason(match),
    ...meaningReason(match, query),
    ...query.capabilities.flatMap((asked) => capabilityReason(asked, tool.manifest.capabilities ?? [], match.tree)),
    trustReason(tool, query),
    latencyReason(tool),
    ...costReason(tool),
    ...deprecationReason(tool),
    verdict.why,
    ...circuitReason(verdict),
  ];
}

function wordsReason({ terms, matched }: Match): string[] {
  if (matched.length === 0) return [];
  return [`matches ${matched.length} of ${terms.length} words: ${matched.join(', ')}`];
}

/** Neither words nor tags can have found it. */
function meaningReason({ matched, byMeaning }: Match, { capabilities }: DiscoveryQuery): string[] {
  if (byMeaning !== true || matched.length > 0 || capabilities.length > 0) return [];
  return ['no common words, but similar in meaning to the query'];
}

function capabilityReason(asked: string, declared: readonly string[], tree: CapabilityTree = dottedTree): string[] {
  const best = declared
    .map((tag) => ({ tag, relevance: tagRelevance(asked, tag, tree) }))
    .reduce((max, next) => (next.relevance > max.relevance ? next : max), { tag: '', relevance: 0 });
  if (best.relevance === 0) return [];
  if (best.tag === asked) return [`declares ${asked}`];
  return [`declares ${best.tag}, ${howItLies(tree.path(best.tag), tree.path(asked))} ${asked}`];
}

/** How a declared tag lies to the one asked for, by their paths. */
function howItLies(declared: readonly string[], asked: readonly string[]): string {
  if (declared.at(-1) === asked.at(-1)) return 'the same as';
  if (declared.includes(asked.at(-1) as string)) return 'part of';
  return asked.includes(declared.at(-1) as string) ? 'which includes' : 'which is near to';
}

function trustReason(tool: CandidateTool, query: DiscoveryQuery): string {
  const trust = `trust ${tool.trust.toFixed(3)}`;
  if (tool.trust >= query.constraints.minTrust || !vouchedFor(tool)) return trust;
  const why = tool.own ? 'you own it' : 'your organisation endorses it';
  return `${trust} (below ${query.constraints.minTrust}; shown because ${why})`;
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

const circuitReason = ({ openUntil }: Verdict): string[] =>
  openUntil === null ? [] : [`not responding: too many recent calls failed; it is retried at ${isoTime(openUntil)}`];

function deprecationReason({ deprecated, manifest }: CandidateTool): string[] {
  if (!deprecated) return callsItselfDeprecated(manifest) ? ['calls itself deprecated, ranks below its equals'] : [];
  return [deprecated.sunsetAt === null ? 'deprecated' : `deprecated, ends on ${isoTime(deprecated.sunsetAt)}`];
}
