import type { Embedder, EmbeddingStore, LocalEmbedder } from '@assay/discovery';
import { type Clock, startDeadline } from '@assay/kernel';

/** How long a start waits for an embedder to say how long its vectors are. */
const askedWithinMs = 5_000;

/**
 * The length of the embedder's vectors, for an engine that needs it in advance: from a test request, or from the stored
 * vectors when the embedder does not answer. Null when unknown.
 */
export async function lengthOfVectors(
  embedder: Embedder | null,
  local: Pick<LocalEmbedder, 'dimensions'>,
  store: Pick<EmbeddingStore, 'dimensions'>,
  clock: Clock,
): Promise<number | null> {
  if (embedder === null) return local.dimensions;
  const deadline = startDeadline(clock, askedWithinMs);
  try {
    const asked = await embedder.embed(['length'], deadline.signal);
    return (asked.ok ? embedder.dimensions : await store.dimensions(embedder.model)) ?? null;
  } finally {
    deadline.end();
  }
}
