/** What a step down the tree (the tool is more special than what was asked for) and a step up leave of relevance. */
const aStepDown = 0.9;
const aStepUp = 0.7;

/**
 * How well a declared capability answers the one asked for, in [0,1]: 1 when equal; 0.9 to the power of the distance
 * when the declared tag lies below the asked one (`data.query.sql` does `data.query`); 0.7 to that power when it lies
 * above (`data` may do `data.query`); 0 when neither.
 */
export function tagRelevance(asked: string, declared: string): number {
  if (asked === declared) return 1;
  if (declared.startsWith(`${asked}.`)) return aStepDown ** (depth(declared) - depth(asked));
  if (asked.startsWith(`${declared}.`)) return aStepUp ** (depth(asked) - depth(declared));
  return 0;
}

/** Mean, over the capabilities asked for, of the best declared tag's relevance; 0 when none was asked for. */
export function capabilityRelevance(asked: readonly string[], declared: readonly string[]): number {
  if (asked.length === 0) return 0;
  const best = asked.map((tag) => Math.max(0, ...declared.map((own) => tagRelevance(tag, own))));
  return best.reduce((sum, value) => sum + value, 0) / asked.length;
}

/** The parts that text and tags play in relevance: alone, each is the whole; together they count alike. */
export function relevanceShares(hasText: boolean, hasCapabilities: boolean): { text: number; capabilities: number } {
  if (hasText && hasCapabilities) return { text: 0.5, capabilities: 0.5 };
  return { text: hasText ? 1 : 0, capabilities: hasCapabilities ? 1 : 0 };
}

const depth = (tag: string): number => tag.split('.').length;
