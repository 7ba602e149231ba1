import {
  type Candidate,
  capabilityRelevance,
  type IndexAnswer,
  type IndexQuery,
  relevanceShares,
  type ToolDocument,
  type ToolIndex,
} from '@assay/core';

/** The port in its plainest form: looks at every document; text relevance is the share of the query's words it has. */
export class NaiveToolIndex implements ToolIndex {
  private readonly documents = new Map<string, ToolDocument>();

  async put(documents: readonly ToolDocument[]): Promise<void> {
    for (const document of documents) this.documents.set(document.id, document);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.documents.delete(id);
  }

  async size(): Promise<number> {
    return this.documents.size;
  }

  async clear(): Promise<void> {
    this.documents.clear();
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const terms = [...new Set(wordsOf(query.text))];
    const candidates = [...this.documents.values()]
      .filter(({ audience }) => audience.some((token) => query.audience.includes(token)))
      .filter(({ trustKey }) => trustKey >= (query.leastTrustKey ?? Number.NEGATIVE_INFINITY))
      .map((document) => candidate(document, terms, query.capabilities))
      .filter(({ relevance }) => relevance > 0)
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, query.limit);
    return { candidates, terms };
  }
}

function candidate(document: ToolDocument, terms: readonly string[], asked: readonly string[]): Candidate {
  const { id, name, title, description, provider, capabilities, parameters } = document;
  const words = new Set(wordsOf([name, title, description, provider, ...capabilities, ...parameters].join(' ')));
  const matched = terms.filter((term) => words.has(term));
  const shares = relevanceShares(terms.length > 0, asked.length > 0);
  const text = terms.length === 0 ? 0 : matched.length / terms.length;
  return {
    id,
    matched,
    relevance: shares.text * text + shares.capabilities * capabilityRelevance(asked, capabilities),
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
