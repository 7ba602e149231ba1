import list from './everyday-verbs.json' with { type: 'json' };
import { stopWords } from './stop-words.js';
import type { TermReader } from './terms.js';

/**
 * Filler words that name an operation when they open a request, such as `get`. No tool is indexed by them: they find
 * the other verbs of their group.
 */
export const fillerVerbs: ReadonlySet<string> = new Set(list.groups.flat().filter((word) => stopWords.has(word)));

/** For each verb the other verbs of its group, as the reader gives them; filler verbs lead to others and are led to by none. */
export function verbsBy(reader: TermReader): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = list.groups.map((group) => ({
    fillers: group.filter((word) => fillerVerbs.has(word)),
    terms: [...reader.distinct(group.join(' ')).keys()],
  }));
  return new Map(
    groups.flatMap(({ fillers, terms }) =>
      [...terms, ...fillers].map((one) => [one, new Set(terms.filter((other) => other !== one))] as const),
    ),
  );
}
