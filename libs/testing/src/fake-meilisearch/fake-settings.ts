import { checkKeys, isCount, isObject, isOneOf, isTexts, isTruth, Refusal } from './refusal.js';

interface FilterableRule {
  readonly attributePatterns: readonly string[];
  readonly features: { readonly facetSearch: boolean; readonly filter: { equality: boolean; comparison: boolean } };
}

/** The index settings that the fake supports. */
export interface FakeSettings {
  readonly searchableAttributes: readonly string[];
  readonly filterableAttributes: readonly (string | FilterableRule)[];
  readonly sortableAttributes: readonly string[];
  readonly rankingRules: readonly string[];
  readonly typoTolerance: {
    readonly enabled?: boolean;
    readonly minWordSizeForTypos?: { readonly oneTypo?: number; readonly twoTypos?: number };
  };
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  readonly faceting: { readonly maxValuesPerFacet?: number };
  readonly pagination: { readonly maxTotalHits?: number };
  readonly embedders: Readonly<Record<string, { readonly source: string; readonly dimensions: number }>>;
}

export const defaultSettings: FakeSettings = {
  searchableAttributes: ['*'],
  filterableAttributes: [],
  sortableAttributes: [],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  typoTolerance: {},
  synonyms: {},
  faceting: {},
  pagination: {},
  embedders: {},
};

const rankingRule =
  /^(?:words|typo|proximity|attribute|attributeRank|wordPosition|sort|exactness|[A-Za-z_][\w.]*:(?:asc|desc))$/;

const isFilterable = (value: unknown): boolean =>
  Array.isArray(value) && value.every((rule) => typeof rule === 'string' || isFilterableRule(rule));

function isFilterableRule(rule: unknown): boolean {
  checkKeys(rule, { attributePatterns: isTexts, features: isObject }, 'invalid_settings_filterable_attributes');
  const { features } = rule as unknown as FilterableRule;
  checkKeys(features, { facetSearch: isTruth, filter: isObject }, 'invalid_settings_filterable_attributes');
  checkKeys(features.filter, { equality: isTruth, comparison: isTruth }, 'invalid_settings_filterable_attributes');
  return true;
}

const known = {
  searchableAttributes: isTexts,
  filterableAttributes: isFilterable,
  sortableAttributes: isTexts,
  rankingRules: (value: unknown) => isTexts(value) && (value as string[]).every((rule) => rankingRule.test(rule)),
  typoTolerance: isObject,
  synonyms: (value: unknown) => isObject(value) && Object.values(value as object).every(isTexts),
  faceting: isObject,
  pagination: isObject,
  prefixSearch: isOneOf('indexingTime', 'disabled'),
  facetSearch: isTruth,
  embedders: isObject,
};

/** @throws Refusal for a setting that Meilisearch does not know, or a value it does not take. */
export function checkSettings(body: unknown): Partial<FakeSettings> {
  checkKeys(body, known, 'bad_request');
  const { typoTolerance, faceting, pagination, embedders } = body as Partial<FakeSettings>;
  if (typoTolerance) checkTypoTolerance(typoTolerance);
  if (faceting) checkKeys(faceting, { maxValuesPerFacet: isCount }, 'invalid_settings_faceting');
  if (pagination) checkKeys(pagination, { maxTotalHits: isCount }, 'invalid_settings_pagination');
  for (const embedder of Object.values(embedders ?? {})) {
    checkKeys(embedder, { source: isOneOf('userProvided'), dimensions: isCount }, 'invalid_settings_embedders');
  }
  return body as Partial<FakeSettings>;
}

function checkTypoTolerance(value: object): void {
  const code = 'invalid_settings_typo_tolerance';
  checkKeys(value, { enabled: isTruth, minWordSizeForTypos: isObject }, code);
  const { minWordSizeForTypos = {} } = value as FakeSettings['typoTolerance'];
  checkKeys(minWordSizeForTypos, { oneTypo: isCount, twoTypos: isCount }, code);
  const { oneTypo = 5, twoTypos = 9 } = minWordSizeForTypos;
  if (oneTypo > twoTypos) throw new Refusal(400, code, 'oneTypo should be at most twoTypos.');
}

/** Whether filters of a kind may name the attribute; facets and `IN` need equality. */
export function mayFilter(settings: FakeSettings, attribute: string, kind: 'equality' | 'comparison'): boolean {
  return settings.filterableAttributes.some((rule) =>
    typeof rule === 'string'
      ? rule === attribute
      : rule.attributePatterns.includes(attribute) && rule.features.filter[kind],
  );
}
