import list from './synonyms.json' with { type: 'json' };
import type { TermReader } from './terms.js';

/**
 * Synonyms in searches for tools: short forms and their long ones, and the few pairs that are valid in every trade. A
 * word is in one group only. Close relations (`send` and `post`) are left to ranking.
 */
export const synonymGroups: readonly (readonly string[])[] = list.groups;

/** For each term the terms that mean the same, in the form the reader gives them. */
export function synonymsBy(reader: TermReader): Readonly<Record<string, readonly string[]>> {
  // The last term of a word that is read in parts, as k8s is k, 8, s and k8s, is the whole of it.
  const groups = synonymGroups.map((group) => [
    ...new Set(group.flatMap((word) => [...reader.distinct(word).keys()].at(-1) ?? [])),
  ]);
  return Object.fromEntries(
    groups.flatMap((terms) => terms.map((term) => [term, terms.filter((other) => other !== term)])),
  );
}
