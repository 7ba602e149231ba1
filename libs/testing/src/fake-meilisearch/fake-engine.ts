import { FakeIndex, type Search, searchParameters } from './fake-index.js';
import { checkSettings, type FakeSettings } from './fake-settings.js';
import { FakeTasks } from './fake-tasks.js';
import type { Fields } from './filter-expression.js';
import { checkKeys, isCount, isObject, isText, isTexts, isTruth, Refusal } from './refusal.js';

const indexName = /^[A-Za-z0-9_-]{1,400}$/;

/** The indexes of a server, and what its routes do with them. */
export class FakeEngine {
  readonly indexes = new Map<string, FakeIndex>();
  readonly tasks = new FakeTasks();

  create(body: unknown) {
    checkKeys(body, { uid: isText, primaryKey: isText }, 'bad_request');
    const { uid, primaryKey } = body as { uid: string; primaryKey: string };
    if (!indexName.test(uid)) throw new Refusal(400, 'invalid_index_uid', `\`${uid}\` is not a valid index uid.`);
    return this.tasks.enqueue('indexCreation', uid, () => {
      if (this.indexes.has(uid)) throw new Refusal(409, 'index_already_exists', `Index \`${uid}\` already exists.`);
      this.indexes.set(uid, new FakeIndex(primaryKey));
    });
  }

  drop(uid: string) {
    return this.tasks.enqueue('indexDeletion', uid, () => {
      if (!this.indexes.delete(uid)) throw notFound(uid);
    });
  }

  configure(uid: string, body: unknown) {
    const settings = checkSettings(body);
    return this.tasks.enqueue('settingsUpdate', uid, () => {
      const index = this.#orNew(uid, 'id');
      index.settings = { ...index.settings, ...(settings as FakeSettings) };
    });
  }

  /** An index that is not there is made, without any settings: as Meilisearch does it. */
  put(uid: string, primaryKey: string | null, body: unknown) {
    if (!Array.isArray(body) || !body.every(isObject)) throw new Refusal(400, 'malformed_payload', 'no documents');
    return this.tasks.enqueue('documentAdditionOrUpdate', uid, () => this.#orNew(uid, primaryKey ?? 'id').put(body));
  }

  remove(uid: string, body: unknown) {
    if (!Array.isArray(body) || !body.every(isText)) throw new Refusal(400, 'malformed_payload', 'no identifiers');
    return this.tasks.enqueue('documentDeletion', uid, () => {
      const index = this.index(uid);
      for (const key of body as string[]) index.documents.delete(key);
    });
  }

  /** Two indexes that are there change places; with `rename` the first takes the name of the second, which is not. */
  swap(body: unknown) {
    if (!Array.isArray(body) || body.length !== 1)
      throw new Refusal(400, 'bad_request', 'Expected one pair of indexes.');
    const pair: unknown = body[0];
    checkKeys(pair, { indexes: isTexts, rename: isTruth }, 'invalid_swap_indexes');
    const [left = '', right = ''] = pair.indexes as readonly string[];
    if (left === right) throw new Refusal(400, 'invalid_swap_duplicate_index_found', `\`${left}\` is named twice.`);
    return this.tasks.enqueue('indexSwap', null, () => {
      const one = this.index(left);
      if (pair.rename !== true) {
        this.indexes.set(left, this.index(right)).set(right, one);
        return;
      }
      if (this.indexes.has(right)) throw new Refusal(409, 'index_already_exists', `\`${right}\` is there already.`);
      this.indexes.delete(left);
      this.indexes.set(right, one);
    });
  }

  stats(uid: string) {
    const numberOfDocuments = this.index(uid).documents.size;
    return { numberOfDocuments, isIndexing: false, fieldDistribution: {} };
  }

  documents(uid: string, query: URLSearchParams) {
    for (const name of query.keys()) {
      if (!['fields', 'offset', 'limit'].includes(name))
        throw new Refusal(400, 'bad_request', `Unknown parameter \`${name}\``);
    }
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 20)];
    const fields = query.get('fields')?.split(',');
    const all = [...this.index(uid).documents.values()];
    const results = all
      .slice(offset, offset + limit)
      .map((document) =>
        Object.fromEntries(Object.entries(shown(document)).filter(([name]) => fields?.includes(name) ?? true)),
      );
    return { results, offset, limit, total: all.length };
  }

  document(uid: string, key: string) {
    const found = this.index(uid).documents.get(key);
    if (found === undefined) throw new Refusal(404, 'document_not_found', `Document \`${key}\` not found.`);
    return shown(found);
  }

  multiSearch(body: unknown) {
    checkKeys(body, { queries: Array.isArray, federation: isObject }, 'bad_request');
    const queries = body.queries as Search[];
    for (const query of queries) checkKeys(query, { ...searchParameters, indexUid: isText }, 'bad_request');
    if (body.federation !== undefined) return this.#federated(body.federation, queries);
    return { results: queries.map((query) => ({ indexUid: query.indexUid, ...this.#inMany(query).search(query) })) };
  }

  /** Queries of one index, merged: each document once, counts over all of them. */
  #federated(federation: unknown, queries: readonly Search[]) {
    checkKeys(federation, { limit: isCount, offset: isCount, facetsByIndex: isObject }, 'bad_request');
    for (const query of queries) {
      const parted = ['limit', 'offset', 'page', 'hitsPerPage', 'facets'].find((name) => query[name] !== undefined);
      if (parted !== undefined) {
        throw new Refusal(
          400,
          'invalid_multi_search_query_pagination',
          `\`${parted}\` may not stand in a federated query.`,
        );
      }
    }
    const [first] = queries;
    const index = this.#inMany(first ?? {});
    const found = new Map(queries.flatMap((query) => index.found(query)).map((ranked) => [ranked.fields, ranked]));
    const { limit, offset, facetsByIndex } = federation as {
      limit: number;
      offset: number;
      facetsByIndex?: Record<string, string[]>;
    };
    const facets = facetsByIndex?.[String(first?.indexUid)];
    const hits = [...found.values()].slice(offset, offset + limit).map(({ fields }) => ({ id: fields.id }));
    return {
      hits,
      limit,
      offset,
      estimatedTotalHits: found.size,
      processingTimeMs: 0,
      ...(facets && {
        facetsByIndex: {
          [String(first?.indexUid)]: { distribution: index.counts([...found.values()], facets), stats: {} },
        },
      }),
    };
  }

  index(uid: string): FakeIndex {
    const index = this.indexes.get(uid);
    if (index === undefined) throw notFound(uid);
    return index;
  }

  /** Within a request for several searches, an index that is not there is the request's fault. */
  #inMany({ indexUid }: Search): FakeIndex {
    const index = this.indexes.get(String(indexUid));
    if (index === undefined)
      throw new Refusal(400, 'index_not_found', `Inside \`.queries[0]\`: Index \`${String(indexUid)}\` not found.`);
    return index;
  }

  #orNew(uid: string, primaryKey: string): FakeIndex {
    const index = this.indexes.get(uid) ?? new FakeIndex(primaryKey);
    this.indexes.set(uid, index);
    return index;
  }
}

/** Vectors are shown to those who ask for them, which Assay does not. */
const shown = ({ _vectors: _, ...fields }: Fields): Fields => fields;

const notFound = (uid: string) => new Refusal(404, 'index_not_found', `Index \`${uid}\` not found.`);
