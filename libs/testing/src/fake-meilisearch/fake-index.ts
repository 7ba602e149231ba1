import { defaultSettings, type FakeSettings, mayFilter } from './fake-settings.js';
import { type Condition, type Fields, normal, parseFilter, valuesOf } from './filter-expression.js';
import { checkKeys, isCount, isNumbers, isObject, isOneOf, isText, isTexts, isTruth, Refusal } from './refusal.js';
import { type Ranked, rankByWords } from './word-search.js';

const documentKey = /^[A-Za-z0-9_-]{1,511}$/;

const isFilter = (value: unknown) => isText(value) || Array.isArray(value);

export const searchParameters = {
  q: isText,
  filter: isFilter,
  sort: isTexts,
  facets: isTexts,
  attributesToRetrieve: isTexts,
  matchingStrategy: isOneOf('all', 'last', 'frequency'),
  showRankingScore: isTruth,
  offset: isCount,
  limit: isCount,
  page: isCount,
  hitsPerPage: isCount,
  vector: isNumbers,
  hybrid: isObject,
};

export type Search = Readonly<Record<string, unknown>>;

/** One index: its documents, its settings, and how searches see them. */
export class FakeIndex {
  readonly documents = new Map<string, Fields>();
  settings: FakeSettings = defaultSettings;

  constructor(readonly primaryKey: string) {}

  /** @throws Refusal; then the task fails and stores nothing. */
  put(documents: readonly Fields[]): void {
    const keyed = documents.map((fields) => [this.#keyOf(fields), fields] as const);
    for (const [, fields] of keyed) this.#checkVectors(fields);
    for (const [key, fields] of keyed) this.documents.set(key, fields);
  }

  search(search: Search): Readonly<Record<string, unknown>> {
    const found = this.found(search);
    const { page, hitsPerPage, offset = 0, limit = 20 } = search as Readonly<Record<string, number>>;
    const max = this.settings.pagination.maxTotalHits ?? 1_000;
    const isPaged = page !== undefined || hitsPerPage !== undefined;
    const size = isPaged ? (hitsPerPage ?? 20) : limit;
    const from = isPaged ? ((page ?? 1) - 1) * size : offset;
    const total = Math.min(found.length, max);
    const hits = found.slice(from, Math.min(from + size, max)).map((ranked) => hitOf(ranked, search));
    return {
      hits,
      query: search.q ?? '',
      processingTimeMs: 0,
      ...(isPaged
        ? { page: page ?? 1, hitsPerPage: size, totalPages: size === 0 ? 0 : Math.ceil(total / size), totalHits: total }
        : { offset, limit, estimatedTotalHits: total }),
      ...(search.facets !== undefined && {
        facetDistribution: this.counts(found, search.facets as string[]),
        facetStats: {},
      }),
    };
  }

  /** Everything that matches, best first. */
  found(search: Search): Ranked[] {
    const condition = search.filter === undefined ? () => true : this.#conditionOf(search.filter);
    const documents = [...this.documents.values()].filter(condition);
    const { q = '', matchingStrategy = 'last' } = search as Readonly<Record<string, string>>;
    const ranked =
      search.hybrid === undefined
        ? rankByWords(documents, q, matchingStrategy, this.settings)
        : this.#rankByVector(documents, search);
    return ranked.sort(this.#orderOf((search.sort ?? []) as readonly string[]));
  }

  counts(found: readonly Ranked[], facets: readonly string[]): Record<string, Record<string, number>> {
    const distribution: Record<string, Record<string, number>> = {};
    for (const facet of facets) {
      if (!mayFilter(this.settings, facet, 'equality')) {
        throw new Refusal(
          400,
          'invalid_search_facets',
          `Invalid facet distribution: Attribute \`${facet}\` is not filterable.`,
        );
      }
      const counted: Record<string, number> = {};
      for (const { fields } of found) {
        for (const value of new Set(valuesOf(fields[facet]).map(String))) counted[value] = (counted[value] ?? 0) + 1;
      }
      distribution[facet] = Object.fromEntries(
        Object.entries(counted).slice(0, this.settings.faceting.maxValuesPerFacet ?? 100),
      );
    }
    return distribution;
  }

  #conditionOf(filter: unknown): Condition {
    return parseFilter(filter, (attribute, kind) => mayFilter(this.settings, attribute, kind));
  }

  /** The words' rules stand as one, where `words` does. */
  #orderOf(sort: readonly string[]): (a: Ranked, b: Ranked) => number {
    for (const rule of sort) {
      if (!this.settings.sortableAttributes.includes(rule.slice(0, rule.lastIndexOf(':')))) {
        throw new Refusal(400, 'invalid_search_sort', `Attribute \`${rule}\` is not sortable.`);
      }
    }
    const rules = this.settings.rankingRules.flatMap((rule): ((a: Ranked, b: Ranked) => number)[] => {
      if (rule === 'sort') return sort.map(byField);
      if (rule === 'words') return [(a, b) => compareRanks(b, a)];
      return rule.includes(':') ? [byField(rule)] : [];
    });
    return (a, b) => rules.reduce((order, rule) => order || rule(a, b), 0);
  }

  #rankByVector(documents: readonly Fields[], search: Search): Ranked[] {
    checkKeys(
      search.hybrid,
      { embedder: isText, semanticRatio: (ratio) => ratio === 1 },
      'invalid_search_hybrid_query',
    );
    const embedder = String(search.hybrid.embedder);
    const vector = search.vector as readonly number[] | undefined;
    const dimensions = this.settings.embedders[embedder]?.dimensions;
    if (dimensions === undefined)
      throw new Refusal(400, 'invalid_search_embedder', `Cannot find embedder \`${embedder}\`.`);
    if (vector?.length !== dimensions)
      throw new Refusal(400, 'invalid_vector_dimensions', 'Invalid vector dimensions.');
    return documents.map((fields) => {
      const own = vectorOf(fields, embedder);
      // Documents without a vector come behind all others.
      if (own === undefined) return { fields, ranks: [-2], score: 0 };
      const cosine = vector.reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0);
      return { fields, ranks: [cosine], score: (1 + cosine) / 2 };
    });
  }

  #keyOf(fields: Fields): string {
    const key = fields[this.primaryKey];
    if (typeof key === 'string' && documentKey.test(key)) return key;
    throw new Refusal(400, 'invalid_document_id', `Document identifier \`${String(key)}\` is invalid.`);
  }

  #checkVectors(fields: Fields): void {
    for (const [name, { dimensions }] of Object.entries(this.settings.embedders)) {
      const given = (fields._vectors as Record<string, unknown> | undefined)?.[name];
      const own = vectorOf(fields, name);
      if (given !== null && own?.length !== dimensions) {
        throw new Refusal(
          400,
          'vector_embedding_error',
          `While embedding documents for embedder \`${name}\`: no vectors, or of a wrong length; use null to opt out.`,
        );
      }
    }
  }
}

const vectorOf = (fields: Fields, embedder: string): readonly number[] | undefined =>
  (fields._vectors as Record<string, { embeddings: readonly number[] } | null> | undefined)?.[embedder]?.embeddings;

function hitOf({ fields, score }: Ranked, { attributesToRetrieve, showRankingScore }: Search): Fields {
  const wanted = attributesToRetrieve as readonly string[] | undefined;
  const shown = Object.entries(fields).filter(([name]) => name !== '_vectors' && (wanted?.includes(name) ?? true));
  return { ...Object.fromEntries(shown), ...(showRankingScore === true && { _rankingScore: score }) };
}

/** Numbers before texts, texts without regard to case; what has no value comes last. */
function byField(rule: string): (a: Ranked, b: Ranked) => number {
  const at = rule.lastIndexOf(':');
  const [name, direction] = [rule.slice(0, at), rule.slice(at + 1) === 'asc' ? 1 : -1];
  return (a, b) => {
    const [left, right] = [a.fields[name], b.fields[name]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
    const [one, other] = [normal(left), normal(right)];
    return one === other ? 0 : direction * (one < other ? -1 : 1);
  };
}

function compareRanks(a: Ranked, b: Ranked): number {
  for (let at = 0; at < Math.max(a.ranks.length, b.ranks.length); at += 1) {
    const difference = (a.ranks[at] ?? 0) - (b.ranks[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
