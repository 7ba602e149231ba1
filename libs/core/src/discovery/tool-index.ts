/** What the search engines know of a tool: its newest resolvable version. Permission is in `audience`. */
export interface ToolDocument {
  /** `ns/tool`; unique. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly provider: string;
  readonly capabilities: readonly string[];
  /** Names, descriptions and enum values of input properties. */
  readonly parameters: readonly string[];
  /** Who may see the tool: tokens of identity's visibility rule; a caller sees it when it holds one of them. */
  readonly audience: readonly string[];
  /** `ln S + λ·t0`: orders tools at any time as decayed trust does, so that time changes no document. */
  readonly trustKey: number;
}

export interface IndexQuery {
  /** Free text; empty when only capabilities are asked for. */
  readonly text: string;
  readonly capabilities: readonly string[];
  /** The caller's tokens. */
  readonly audience: readonly string[];
  /** Only documents of at least this key; all when absent. */
  readonly leastTrustKey?: number;
  /** At most so many candidates, best first. */
  readonly limit: number;
}

export interface Candidate {
  readonly id: string;
  /** In [0,1]: 1 would be a document that matches every word as well as can be. */
  readonly relevance: number;
  /** Those of the answer's `terms` that are found in the document. */
  readonly matched: readonly string[];
}

export interface IndexAnswer {
  readonly candidates: readonly Candidate[];
  /** The query's words that were searched for, once each, in the form they were asked in. */
  readonly terms: readonly string[];
}

/** A search engine. Candidates are all the documents that match, or the best `limit` of them. */
export interface ToolIndex {
  put(documents: readonly ToolDocument[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(query: IndexQuery): Promise<IndexAnswer>;
  size(): Promise<number>;
  clear(): Promise<void>;
}
