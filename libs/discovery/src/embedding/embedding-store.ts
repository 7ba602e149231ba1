import type { Change } from '@assay/kernel';

/** The vector of a text has been kept or dropped; `id` is the text's digest. The vector itself is asked of the store. */
export type EmbeddingChange = Change<'embedding', { readonly id: string }>;

export interface KeptEmbedding {
  /** Of the text. */
  readonly digest: string;
  /** Of length 1. Kept as signed bytes: it comes back turned by about half a degree. */
  readonly vector: Float32Array;
  /** Of the text; what embedding is paid by. */
  readonly characters: number;
  /** Whose text it was when it was embedded first. Equal texts of others share the vector. */
  readonly organisationId: string;
  /** When it was embedded, in ms since the epoch. */
  readonly at: number;
}

/** What is kept stays when it is in `used`, is of the model and not of another length. */
export interface Upkeep {
  readonly model: string;
  /** Undefined when it is not known yet: then length is no reason. */
  readonly dimensions: number | undefined;
  /** Digests of the texts in use; called once. */
  readonly used: () => Iterable<string>;
  /** What is not in use, or of another model, goes when it was embedded before this, in ms since the epoch. */
  readonly before: number;
}

/** Vectors by the model that made them and the digest of their text, so that equal texts are embedded once. */
export interface EmbeddingStore {
  /** Those that are there. */
  vectors(model: string, digests: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Length of the latest vector of a model; undefined when there is none. */
  dimensions(model: string): Promise<number | undefined>;
  /** One that is there already stays, unless it has another length. */
  keep(model: string, embeddings: readonly KeptEmbedding[]): Promise<void>;
  /** Characters embedded since, by all replicas, for every model. */
  charactersSince(at: number): Promise<number>;
  /** Drops what nobody needs any more: vectors of another length at once. Tells how many. */
  prune(upkeep: Upkeep): Promise<number>;
}
