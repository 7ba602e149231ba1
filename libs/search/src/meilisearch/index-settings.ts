import type { Settings } from 'meilisearch';
import { digestOf, embedderName } from './indexed-document.js';

/** Deeper than any list is read: Meilisearch gives nothing behind it, and takes no time for what is not read. */
export const maxHits = 1_000_000;

const counted = ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'];

export interface SettingsChoice {
  /** Words by words that mean the same, as terms; each side has to name the other. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** Length of the documents' vectors; null for an index without. */
  readonly dimensions: number | null;
}

/**
 * The settings of the index. `sort` comes first among the ranking rules, so that an explicit order takes precedence
 * over the words, and the key comes last, so that equal documents are ordered by id. Prefix search is off: a query is
 * complete, not one that is being typed.
 */
export function indexSettings({ synonyms, dimensions }: SettingsChoice): Settings {
  return {
    searchableAttributes: [
      'nameTerms',
      'titleTerms',
      'descriptionTerms',
      'capabilityTerms',
      'providerTerms',
      'parameterTerms',
    ],
    filterableAttributes: [
      filterable([...counted, 'audience', 'organisationId'], { equality: true, comparison: false }),
      filterable(['trustKey', 'insideTrustKey', 'stageRank'], { equality: true, comparison: true }),
    ],
    sortableAttributes: ['key', 'trustKey', 'insideTrustKey', 'publishedAt'],
    rankingRules: ['sort', 'words', 'typo', 'proximity', 'attribute', 'exactness', 'key:asc'],
    typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 } },
    synonyms: Object.fromEntries(Object.entries(synonyms).map(([term, same]) => [term, [...same]])),
    faceting: { maxValuesPerFacet: 10_000 },
    pagination: { maxTotalHits: maxHits },
    prefixSearch: 'disabled',
    facetSearch: false,
    ...(dimensions === null ? {} : { embedders: { [embedderName]: { source: 'userProvided', dimensions } } }),
  };
}

/** What has to be the same for documents of an index to be of use: its settings, and the form of the documents. */
export const settingsDigest = (settings: Settings): string => digestOf([documentForm, settings]);

/** Raised when the form of documents changes in a way their digests do not show. */
const documentForm = 1;

const filterable = (attributePatterns: string[], filter: { equality: boolean; comparison: boolean }) => ({
  attributePatterns,
  features: { facetSearch: false, filter },
});
