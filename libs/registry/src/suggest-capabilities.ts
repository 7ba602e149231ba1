import { capabilityWords, type Scored } from './taxonomy/capability-words.js';
import { seededTaxonomy } from './taxonomy/seeded-taxonomy.js';
import type { Taxonomy } from './taxonomy/taxonomy.js';

/** A single matching word is too weak for a suggestion. */
const minScore = 1.3;
/** A second tag is suggested when its score is close to that of the first. */
const minShareOfBest = 0.8;
const maxTags = 2;

/**
 * Suggests at most two tags for a new manifest from its name and the first sentence of its description, for a person to
 * confirm. Only tags of the taxonomy, none of them deprecated; none when the text is too vague.
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

/** Neither is an ancestor of the other: both tags together would add nothing to the more specific one. */
const apart = (a: Scored, b: Scored): boolean => !a.tag.startsWith(`${b.tag}.`) && !b.tag.startsWith(`${a.tag}.`);
