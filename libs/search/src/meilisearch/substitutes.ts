import { verbsBy } from '../text/everyday-verbs.js';
import { synonymsBy } from '../text/synonyms.js';
import type { TermReader } from '../text/terms.js';

/** What Meilisearch also finds for a term: synonyms, and verbs of the same operation, wherever they stand. */
export function substitutesFor(reader: TermReader): Readonly<Record<string, readonly string[]>> {
  const synonyms = synonymsBy(reader);
  const verbs = verbsBy(reader);
  const terms = new Set([...Object.keys(synonyms), ...verbs.keys()]);
  return Object.fromEntries(
    [...terms].map((term) => [term, [...new Set([...(synonyms[term] ?? []), ...(verbs.get(term) ?? [])])]]),
  );
}
