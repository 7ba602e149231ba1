import type { Capability } from './capability.js';
import { dottedPath } from './capability-tree.js';
import { capabilityWords, type Scored } from './capability-words.js';
import type { Taxonomy } from './taxonomy.js';

const maxNamed = 3;

/** Tags of the taxonomy similar to one outside it: its longest known prefix, then by its words. */
export function nearestTags(tag: string, taxonomy: Taxonomy): string[] {
  const above = dottedPath(tag)
    .reverse()
    .flatMap((part) => taxonomy.node(part)?.tag ?? [])
    .slice(0, 1);
  const alike = above.length > 0 ? capabilityWords(taxonomy).score(tag, '') : scoreOrTouch(tag, taxonomy);
  return [...new Set([...above, ...alike.map((it) => it.tag)])].slice(0, maxNamed);
}

/** Capabilities that match the words, best first; when there is none, those that share a word with them. */
export const capabilitiesAbout = (words: string, taxonomy: Taxonomy): Capability[] =>
  scoreOrTouch(words, taxonomy).flatMap(({ tag }) => taxonomy.node(tag) ?? []);

function scoreOrTouch(text: string, taxonomy: Taxonomy): Scored[] {
  const words = capabilityWords(taxonomy);
  const found = words.score(text, '');
  return found.length > 0 ? found : words.touching(text);
}

/**
 * Notes about a manifest's tags: which are not in the taxonomy, merged or deprecated. Any tag is allowed: these are
 * notes, not problems.
 */
export const tagNotes = (tags: readonly string[], taxonomy: Taxonomy): string[] =>
  tags.flatMap((tag) => {
    const row = taxonomy.row(tag);
    if (row === undefined) return [notKnown(tag, taxonomy)];
    if (row.mergedInto !== null) return [`The capability "${tag}" stands for "${taxonomy.canonical(tag)}" now.`];
    return row.deprecated ? [`The capability "${tag}" is deprecated; nearest: ${siblings(tag, taxonomy)}.`] : [];
  });

function notKnown(tag: string, taxonomy: Taxonomy): string {
  const meant = taxonomy.node(tag);
  if (meant !== undefined) return `The capability "${tag}" is another word for "${meant.tag}" in the taxonomy.`;
  const near = nearestTags(tag, taxonomy);
  return `The capability "${tag}" is not in the taxonomy${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}.`;
}

const siblings = (tag: string, taxonomy: Taxonomy): string =>
  nearestTags(tag, taxonomy)
    .filter((near) => near !== tag)
    .join(', ') || 'none';
