import list from './related-words.json' with { type: 'json' };
import type { TermReader } from './terms.js';

/** For each term the terms of its matters, in the form the reader gives them. */
export function relatedBy(reader: TermReader): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const words of list.matters) {
    const terms = [...reader.distinct(words.join(' ')).keys()];
    for (const term of terms) {
      const known = related.get(term) ?? new Set();
      for (const other of terms) if (other !== term) known.add(other);
      related.set(term, known);
    }
  }
  return related;
}
