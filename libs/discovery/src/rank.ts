import type { DiscoveryResult } from '@assay/contracts';

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

export type Ranked<T extends Rankable> = T & {
  readonly score: number;
  /** The four terms in [0,1], before their weights. */
  readonly parts: DiscoveryResult['parts'];
};

/**
 * Orders tools by 0.4·trust + 0.3·relevance + 0.2·(1 − p95 / maxLatency) + 0.1·(1 − cost / maxCost), terms clamped to
 * [0,1]; ties by name. Without a stated limit the references are 10 s and the highest cost among the tools given. An
 * unknown p95 or cost scores 0 in its term; a free tool scores 1.
 */
export function rank<T extends Rankable>(tools: readonly T[], limits: Limits): Ranked<T>[] {
  const maxLatencyMs = limits.maxLatencyMs ?? referenceLatencyMs;
  const maxCost = limits.maxCost ?? tools.reduce((max, tool) => Math.max(max, tool.costUsd ?? 0), 0);
  return tools
    .map((tool) => {
      const parts = {
        trust: clamp(tool.trust),
        relevance: clamp(tool.relevance),
        latency: share(tool.p95Ms, maxLatencyMs),
        cost: share(tool.costUsd, maxCost),
      };
      return { ...tool, parts, score: weighted(parts) };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function weighted(parts: DiscoveryResult['parts']): number {
  return (
    rankWeights.trust * parts.trust +
    rankWeights.relevance * parts.relevance +
    rankWeights.latency * parts.latency +
    rankWeights.cost * parts.cost
  );
}

/** What is left of a limit: 1 for nothing used, 0 for all of it or unknown. */
function share(used: number | undefined, limit: number): number {
  if (used === undefined) return 0;
  if (used <= 0) return 1;
  return limit <= 0 ? 0 : clamp(1 - used / limit);
}

const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);
