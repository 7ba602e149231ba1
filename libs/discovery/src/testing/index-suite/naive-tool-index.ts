import { stages } from '@assay/contracts';
import { type CapabilityTree, dottedTree } from '@assay/registry';
import { capabilityRelevance, relevanceShares } from '../../capability-relevance.js';
import { ChangesMeanwhile } from '../../changes-meanwhile.js';
import {
  type Candidate,
  type DocumentBatches,
  type Facet,
  type IndexAnswer,
  type IndexFilter,
  type IndexQuery,
  type IndexSort,
  type IndexStatus,
  type ToolDocument,
  type ToolIndex,
  trustKeyFor,
} from '../../tool-index.js';

interface Found extends Candidate {
  readonly document: ToolDocument;
}

/** The port in its plainest form: looks at every document; text relevance is the share of the query's words it has. */
export class NaiveToolIndex implements ToolIndex {
  private documents = new Map<string, ToolDocument>();
  private readonly meanwhile = new ChangesMeanwhile();

  /** @param tree where capabilities stand; the tree of their dots when absent. */
  constructor(private readonly tree: CapabilityTree = dottedTree) {}

  async put(documents: readonly ToolDocument[]): Promise<void> {
    this.meanwhile.put(documents);
    for (const document of documents) this.documents.set(document.id, document);
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.meanwhile.remove(ids);
    for (const id of ids) this.documents.delete(id);
  }

  async size(): Promise<number> {
    return this.documents.size;
  }

  async clear(): Promise<void> {
    this.documents.clear();
  }

  async rebuild(batches: DocumentBatches, progress?: (done: number) => void): Promise<void> {
    const documents = new Map<string, ToolDocument>();
    const changed = await this.meanwhile.during(async () => {
      for await (const batch of batches) {
        for (const document of batch) documents.set(document.id, document);
        progress?.(documents.size);
      }
    });
    this.documents = documents;
    await this.put(changed.put);
    await this.remove(changed.remove);
  }

  async status(): Promise<IndexStatus> {
    return { engine: 'naive', documents: this.documents.size, ready: true, pending: 0 };
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const { sort = 'relevance', offset = 0, limit } = query;
    const terms = [...new Set(wordsOf(query.text))];
    const lists = sort !== 'relevance' && query.text === '' && query.capabilities.length === 0;
    const found = [...this.documents.values()]
      .filter(({ audience }) => audience.some((token) => query.audience.includes(token)))
      .filter((it) => trustKeyFor(it, query.organisationId) >= (query.minTrustKey ?? Number.NEGATIVE_INFINITY))
      .filter((document) => meets(document, query.filter ?? {}, this.tree))
      .map((document) => ({ ...candidate(document, terms, query.capabilities, this.tree), document }))
      .filter(({ relevance }) => lists || relevance > 0)
      .sort((a, b) => orders[sort](a, b, query.organisationId) || (a.id < b.id ? -1 : 1));
    const candidates = found.slice(offset, offset + limit).map(({ document: _, ...one }) => one);
    const counted = query.facets && Object.fromEntries(query.facets.map((facet) => [facet, counts(found, facet)]));
    return { candidates, terms, total: found.length, ...(counted && { facets: counted }) };
  }
}

type Order = (a: Found, b: Found, organisationId: string | null | undefined) => number;

const orders: Readonly<Record<IndexSort, Order>> = {
  relevance: (a, b) => b.relevance - a.relevance,
  trust: (a, b, caller) => trustKeyFor(b.document, caller) - trustKeyFor(a.document, caller),
  name: () => 0,
  published: (a, b) => b.document.publishedAt - a.document.publishedAt,
};

const meets = (document: ToolDocument, filter: IndexFilter, tree: CapabilityTree): boolean =>
  (filter.namespaces?.includes(document.namespace) ?? true) &&
  (filter.protocols?.includes(document.protocol) ?? true) &&
  (filter.minStage === undefined || stages.indexOf(document.stage) >= stages.indexOf(filter.minStage)) &&
  (filter.readOnly === undefined || document.readOnly) &&
  (filter.capability === undefined ||
    liesBelow(document.capabilities, tree.path(filter.capability).at(-1) as string, tree));

const liesBelow = (tags: readonly string[], asked: string, tree: CapabilityTree): boolean =>
  tags.some((tag) => tree.path(tag).includes(asked));

function counts(found: readonly Found[], facet: Facet): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { document } of found) {
    const value = document[facet];
    for (const one of new Set(Array.isArray(value) ? value : [value])) {
      counted[String(one)] = (counted[String(one)] ?? 0) + 1;
    }
  }
  return counted;
}

function candidate(
  document: ToolDocument,
  terms: readonly string[],
  asked: readonly string[],
  tree: CapabilityTree,
): Candidate {
  const { id, name, title, description, provider, capabilities, parameters } = document;
  const words = new Set(wordsOf([name, title, description, provider, ...capabilities, ...parameters].join(' ')));
  const matched = terms.filter((term) => words.has(term));
  const shares = relevanceShares(terms.length > 0, asked.length > 0);
  const text = terms.length === 0 ? 0 : matched.length / terms.length;
  return {
    id,
    matched,
    relevance: shares.text * text + shares.capabilities * capabilityRelevance(asked, capabilities, tree),
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
