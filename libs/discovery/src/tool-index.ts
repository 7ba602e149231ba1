import { type Protocol, type Stage, stages } from '@assay/contracts';

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
  /** The organisation that owns the tool, by id: its members get the inside view. */
  readonly organisationId: string;
  /** `ln S + λ·t0` in the outside view: orders tools at any time as decayed trust does, so time changes no document. */
  readonly trustKey: number;
  /** The same in the inside view. */
  readonly insideTrustKey: number;
  readonly namespace: string;
  readonly protocol: Protocol;
  readonly stage: Stage;
  readonly readOnly: boolean;
  readonly deprecated: boolean;
  /** In ms since the epoch. */
  readonly publishedAt: number;
  /** Of length 1, from the embedder in use; absent when there is none, or it has not come to this document yet. */
  readonly vector?: Float32Array | undefined;
}

/** What can be counted by value over all documents that match. */
export const facets = ['capabilities', 'namespace', 'protocol', 'stage', 'readOnly', 'deprecated'] as const;
export type Facet = (typeof facets)[number];

/** The key that trust in a document is filtered and sorted by for callers of an organisation. */
export const trustKeyFor = (
  { organisationId, trustKey, insideTrustKey }: Pick<ToolDocument, 'organisationId' | 'trustKey' | 'insideTrustKey'>,
  caller: string | null | undefined,
): number => (organisationId === caller ? insideTrustKey : trustKey);

/** A stage's place in their order, from 0: what a filter by the least stage compares. */
export const stageRank = (stage: Stage): number => stages.indexOf(stage);

export const indexSorts = ['relevance', 'trust', 'name', 'published'] as const;
/** `relevance`, `trust` and `published` highest first, `name` from a to z by id; equals by id. */
export type IndexSort = (typeof indexSorts)[number];

/** Conditions that a document meets all of; absent ones ask for nothing. */
export interface IndexFilter {
  readonly namespaces?: readonly string[];
  readonly protocols?: readonly Protocol[];
  /** This stage or a later one. */
  readonly minStage?: Stage;
  readonly readOnly?: true;
  /** Declares this capability or one below it in the tree. */
  readonly capability?: string;
}

export interface IndexQuery {
  /** Free text; empty when only capabilities are asked for. */
  readonly text: string;
  readonly capabilities: readonly string[];
  /** The caller's tokens. */
  readonly audience: readonly string[];
  /** The caller's organisation: trust in its own tools is filtered and sorted by the inside view. Null or absent: none. */
  readonly organisationId?: string | null;
  /** Only documents of at least this key in the caller's view; all when absent. */
  readonly minTrustKey?: number;
  readonly filter?: IndexFilter;
  /** `relevance` when absent. Under another sort a query of neither text nor capabilities lists every document. */
  readonly sort?: IndexSort;
  /** Counted over everything that matches, beyond the limit too. */
  readonly facets?: readonly Facet[];
  /** The text as a vector of length 1 from the embedder of the documents; its nearness is fused with the words'. */
  readonly vector?: Float32Array;
  /** Vectors of the parts of a text that asks for several things: a document is as near as it is to the nearest of them. */
  readonly partVectors?: readonly Float32Array[];
  /** Nearness counts more than words, which are of another language than most documents. */
  readonly vectorFirst?: true;
  /** At most so many candidates, best first. */
  readonly limit: number;
  /** How many of the best are passed over; 0 when absent. */
  readonly offset?: number;
}

export interface Candidate {
  readonly id: string;
  /** In [0,1]: 1 would be a document that matches every word as well as can be. */
  readonly relevance: number;
  /** Those of the answer's `terms` that are found in the document. */
  readonly matched: readonly string[];
  /**
   * The share of the query's information that the document's words match, in [0,1]: rare words carry more, a substitute
   * matches in part, and a word that no document has is not matched. Absent where no words were asked for.
   */
  readonly coverage?: number;
  /**
   * How near the document is in meaning, in [0,1]: 0 like the average document, 1 an equal text. Absent without a vector of
   * the query or the document.
   */
  readonly nearness?: number;
}

export interface IndexAnswer {
  readonly candidates: readonly Candidate[];
  /** The query's words that were searched for, once each, in the form they were asked in. */
  readonly terms: readonly string[];
  /**
   * How many documents match, beyond the limit too. At least so many where the best by relevance are asked for, without an offset:
   * documents with nothing but common words are not all counted then.
   */
  readonly total: number;
  /** By facet and value, for the facets asked for; values without a document are left out. */
  readonly facets?: Readonly<Partial<Record<Facet, Readonly<Record<string, number>>>>>;
  /** What the answer had to do without, a sentence each; absent when nothing. */
  readonly warnings?: readonly string[];
}

/** Documents in batches, in any order; an id that comes twice stands as it came last. */
export type DocumentBatches = AsyncIterable<readonly ToolDocument[]> | Iterable<readonly ToolDocument[]>;

/** How an engine is doing. */
export interface IndexStatus {
  /** `embedded`, `meilisearch`, … */
  readonly engine: string;
  /** How many documents searches see. */
  readonly documents: number;
  /** Whether searches are answered by this engine now. */
  readonly ready: boolean;
  /** What is wrong, and what to do about it; absent when nothing is. */
  readonly problem?: string;
  /** Changes handed over and not yet seen by searches; absent where another replica writes, which alone knows. */
  readonly pending?: number;
  /** How many documents a rebuild under way has brought so far; absent when none is. */
  readonly building?: number;
}

/** A search engine. Candidates are all the documents that match, or the best `limit` of them. */
export interface ToolIndex {
  put(documents: readonly ToolDocument[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(query: IndexQuery): Promise<IndexAnswer>;
  size(): Promise<number>;
  clear(): Promise<void>;
  /**
   * Replaces everything at once: searches see the former state until the new one is complete. Concurrent puts and
   * removals take precedence over the batches. When a batch cannot be read or stored, the former state stays and the
   * promise rejects. `progress` receives the number of documents stored so far.
   */
  rebuild(documents: DocumentBatches, progress?: (done: number) => void): Promise<void>;
  status(): Promise<IndexStatus>;
}
