import type { DocumentBatches, ToolDocument, ToolIndex } from '@assay/discovery';

/** What an index elsewhere says of itself. */
export interface ExternalMarker {
  /** Who wrote last; a writer that is another one compares everything before it writes. */
  readonly writer: string;
  /** A rebuild was requested. */
  readonly wanted?: boolean;
}

export interface ExternalDigest {
  readonly id: string;
  readonly digest: string;
}

/** A search engine outside the process, which outlives it and can be away, slow, or lost. */
export interface ExternalIndex extends ToolIndex {
  readonly writer: string;
  /** Undefined when there is no index that this version can use. */
  marker(): Promise<ExternalMarker | undefined>;
  /** Says that this writer keeps the index from now on. */
  sign(): Promise<void>;
  /** Requests a rebuild from the replica that maintains the index. */
  want(): Promise<void>;
  /** What is there. */
  digests(): AsyncIterable<readonly ExternalDigest[]>;
  /** What `digests` says of a document that need not be written again. */
  digestOf(document: ToolDocument): string;
  /** What an error of this engine says to those who run the server: which engine it is, and what to do. */
  reasonOf(error: unknown): string;
}

/** Everything there ought to be, in batches, as it is when it is read. */
export type DocumentSource = () => DocumentBatches;
