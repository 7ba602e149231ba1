import type { DiscoveryResult } from '@assay/contracts';
import { median } from '@assay/kernel';

export const rankWeights = { trust: 0.4, relevance: 0.3, latency: 0.2, cost: 0.1 } as const;
/** The latency that scores 0 when no limit was stated, in ms. */
export const referenceLatencyMs = 10_000;

/** What a tool is ranked by; undefined is unknown. */
export interface Rankable {
  readonly id: string;
  readonly trust: number;
  /** In [0,1]. */
  readonly relevance: number;
  readonly p95Ms: number | undefined;
  readonly costUsd: number | undefined;
}

export interface Limits {
  readonly maxLatencyMs?: number | undefined;
  readonly maxCost?: number | undefined;
}

/** What terms are measured against, and what an unknown one scores. */
export interface ReferenceLimits extends Required<Limits> {
  readonly maxLatencyMs: number;
  readonly maxCost: number;
  readonly unknown: { readonly latency: number; readonly cost: number };
}

export type Ranked<T extends Rankable> = T & {
  readonly score: number;
  /** The four terms in [0,1], before their weights. */
  readonly parts: DiscoveryResult['parts'];
};

/**
 * Orders tools by 0.4·trust + 0.3·relevance + 0.2·(1 − p95 / maxLatency) + 0.1·(1 − cost / maxCost), terms clamped to
 * [0,1]; ties by name. A free tool's cost scores 1.
 */
export function rank<T extends Rankable>(tools: readonly T[], limits: ReferenceLimits): Ranked<T>[] {
  const { maxLatencyMs, maxCost, unknown } = limits;
  return tools
    .map((tool) => {
      const parts = {
        trust: clamp(tool.trust),
        relevance: clamp(tool.relevance),
        latency: share(tool.p95Ms, maxLatencyMs) ?? unknown.latency,
        cost: share(tool.costUsd, maxCost) ?? unknown.cost,
      };
      return { ...tool, parts, score: weighted(parts) };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** What an unknown latency or cost scores when no candidate has one. */
const withoutAny = 0.5;

/**
 * The references for a set of candidates: the stated limits, else 10 s and the highest cost. An unknown p95 or cost scores
 * the median of the candidates that have one, so that those that declare neither are not penalised.
 */
export function referenceOf(
  candidates: readonly Pick<Rankable, 'p95Ms' | 'costUsd'>[],
  limits: Limits = {},
): ReferenceLimits {
  const maxLatencyMs = limits.maxLatencyMs ?? referenceLatencyMs;
  const maxCost = limits.maxCost ?? candidates.reduce((max, one) => Math.max(max, one.costUsd ?? 0), 0);
  const latencies = candidates.flatMap((one) => share(one.p95Ms, maxLatencyMs) ?? []);
  const costs = candidates.flatMap((one) => share(one.costUsd, maxCost) ?? []);
  return {
    maxLatencyMs,
    maxCost,
    unknown: { latency: median(latencies) ?? withoutAny, cost: median(costs) ?? withoutAny },
  };
}

function weighted(parts: DiscoveryResult['parts']): number {
  return (
    rankWeights.trust * parts.trust +
    rankWeights.relevance * parts.relevance +
    rankWeights.latency * parts.latency +
    rankWeights.cost * parts.cost
  );
}

/** What is left of a limit: 1 for nothing used, 0 for all of it; undefined when unknown. */
function share(used: number | undefined, limit: number): number | undefined {
  if (used === undefined) return undefined;
  if (used <= 0) return 1;
  return limit <= 0 ? 0 : clamp(1 - used / limit);
}

const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);
