import { capabilityWords, type Scored } from './taxonomy/capability-words.js';
import { seededTaxonomy } from './taxonomy/seeded-taxonomy.js';
import type { Taxonomy } from './taxonomy/taxonomy.js';

/** A single word in passing says too little to suggest anything. */
const minScore = 1.3;
/** A second tag is suggested when it is nearly as good as the first. */
const minShareOfBest = 0.8;
const maxTags = 2;

/**
 * Tags for a new manifest from its name and the first sentence of its description, at most two, for a person to
 * confirm. Only tags of the taxonomy, and none that is deprecated; none at all when the text says too little.
 */
export function suggestCapabilities(
  name: string,
  description: string,
  taxonomy: Taxonomy = seededTaxonomy(),
): string[] {
  const sentence = description.split(/(?<=[.!?])\s|\n/, 1)[0] ?? '';
  const scored = capabilityWords(taxonomy).score(name, sentence.slice(0, 400));
  const [best] = scored;
  if (best === undefined || best.score < minScore) return [];
  const second = scored.find((it) => it !== best && it.score >= best.score * minShareOfBest && apart(it, best));
  return [best, ...(second ? [second] : [])].slice(0, maxTags).map(({ tag }) => tag);
}

/** Neither lies above the other: the tag of both would say nothing more than that of the special one. */
const apart = (a: Scored, b: Scored): boolean => !a.tag.startsWith(`${b.tag}.`) && !b.tag.startsWith(`${a.tag}.`);
