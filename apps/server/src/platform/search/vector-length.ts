import type { Embedder, EmbeddingStore } from '@assay/discovery';
import { type Clock, startDeadline } from '@assay/kernel';

/** How long a start waits for an embedder to say how long its vectors are. */
const askedWithinMs = 5_000;

/**
 * The length of the embedder's vectors, for an engine that has to know it beforehand: by asking for one, or as they were
 * before when it does not answer. Null when nobody knows.
 */
export async function lengthOfVectors(
  embedder: Embedder | null,
  store: Pick<EmbeddingStore, 'dimensions'>,
  clock: Clock,
): Promise<number | null> {
  if (embedder === null) return null;
  const deadline = startDeadline(clock, askedWithinMs);
  try {
    const asked = await embedder.embed(['length'], deadline.signal);
    return (asked.ok ? embedder.dimensions : await store.dimensions(embedder.model)) ?? null;
  } finally {
    deadline.end();
  }
}
