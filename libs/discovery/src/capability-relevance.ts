import { type CapabilityTree, dottedTree } from '@assay/registry';

/** What a step down the tree (the tool is more special than what was asked for) and a step up leave of relevance. */
const aStepDown = 0.9;
const aStepUp = 0.7;
/** What is left when the way turns, up to a common ancestor and down again: a sibling does something else. */
const aTurn = 0.5;
/** A way with a turn that leaves less than this leads nowhere. */
const minAcross = 0.2;

/**
 * How well a declared capability answers the one asked for, in [0,1], by the way between them in the tree: 1 when they are
 * the same; 0.9 for each step down to a special one (`data.query.sql` does `data.query`); 0.7 for each step up to a
 * general one (`data` may do `data.query`); both, and half of that, when the way turns at a common ancestor (siblings:
 * 0.315), 0 when that leaves less than 0.2; 0 without a common ancestor. Other names of a capability count as itself.
 */
export function tagRelevance(asked: string, declared: string, tree: CapabilityTree = dottedTree): number {
  const [from, to] = [tree.path(asked), tree.path(declared)];
  let common = 0;
  while (common < from.length && from[common] === to[common]) common += 1;
  if (common === 0) return 0;
  const [up, down] = [from.length - common, to.length - common];
  const straight = aStepUp ** up * aStepDown ** down;
  if (up === 0 || down === 0) return straight;
  const across = aTurn * straight;
  return across < minAcross ? 0 : across;
}

/** Mean, over the capabilities asked for, of the best declared tag's relevance; 0 when none was asked for. */
export function capabilityRelevance(
  asked: readonly string[],
  declared: readonly string[],
  tree: CapabilityTree = dottedTree,
): number {
  if (asked.length === 0) return 0;
  const best = asked.map((tag) => Math.max(0, ...declared.map((own) => tagRelevance(tag, own, tree))));
  return best.reduce((sum, value) => sum + value, 0) / asked.length;
}

export interface RelatedTag {
  readonly tag: string;
  readonly relevance: number;
}

/** Of the tags in use, those that answer the one asked for, best first, equals by tag: what an engine looks for. */
export const relatedTags = (asked: string, inUse: Iterable<string>, tree: CapabilityTree = dottedTree): RelatedTag[] =>
  [...inUse]
    .map((tag) => ({ tag, relevance: tagRelevance(asked, tag, tree) }))
    .filter(({ relevance }) => relevance > 0)
    .sort((a, b) => b.relevance - a.relevance || (a.tag < b.tag ? -1 : 1));

/** The parts that text and tags play in relevance: alone, each is the whole; together they count alike. */
export function relevanceShares(hasText: boolean, hasCapabilities: boolean): { text: number; capabilities: number } {
  if (hasText && hasCapabilities) return { text: 0.5, capabilities: 0.5 };
  return { text: hasText ? 1 : 0, capabilities: hasCapabilities ? 1 : 0 };
}
