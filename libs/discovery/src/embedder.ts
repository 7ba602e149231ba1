import type { Failure, Result } from '@assay/kernel';

/**
 * Turns texts into vectors whose dot product tells how near they are in meaning. Fails as a LanguageModel does, for all
 * the texts or none; never throws for what the endpoint does.
 */
export interface Embedder {
  /** The model's name as the operator gave it. Vectors of different models have nothing to do with each other. */
  readonly model: string;
  /** Length of the vectors; undefined until the first answer, when nobody said. */
  readonly dimensions: number | undefined;
  /** A vector of length 1 for each text, in the texts' order. Text beyond what the model reads may be cut off. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Result<readonly Float32Array[], Failure>>;
}
