import { type CapabilityTree, dottedTree } from '@assay/registry';
import type { Found } from '../narrow.js';

/** Up to so many tools all are looked at; above, categories come first. */
export const withoutCategories = 50;
export const maxCategories = 3;
/** Together the categories have so large a share of the relevance of the best tools, or none stands out. */
const minShare = 0.6;
/** Relevance is added up over so many of the best tools. */
const weighed = 50;

export interface Category {
  /** A root of the taxonomy, such as `data`. */
  readonly tag: string;
  holds(found: Found): boolean;
}

/**
 * The categories to look in first: the up to three roots of the taxonomy that most of the relevance of the best fifty
 * tools lies in. None when there are at most fifty tools, or when it is scattered. A tool without a capability is in none.
 */
export function standingOut(found: readonly Found[], tree: CapabilityTree = dottedTree): Category[] {
  if (found.length <= withoutCategories) return [];
  const best = [...found].sort((a, b) => b.candidate.relevance - a.candidate.relevance).slice(0, weighed);
  const shares = new Map<string, number>();
  let total = 0;
  for (const one of best) {
    total += one.candidate.relevance;
    for (const root of rootsOf(one, tree)) shares.set(root, (shares.get(root) ?? 0) + one.candidate.relevance);
  }
  const chosen = [...shares].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, maxCategories);
  const tags = new Set(chosen.map(([tag]) => tag));
  const inside = best.filter((one) => [...rootsOf(one, tree)].some((root) => tags.has(root)));
  const share = inside.reduce((sum, { candidate }) => sum + candidate.relevance, 0);
  if (total === 0 || share < minShare * total) return [];
  return [...tags].map((tag) => ({ tag, holds: (one) => rootsOf(one, tree).has(tag) }));
}

const rootsOf = ({ tool }: Found, tree: CapabilityTree): Set<string> =>
  new Set((tool.manifest.capabilities ?? []).flatMap((tag) => tree.path(tag)[0] ?? []));
