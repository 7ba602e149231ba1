import { LocalEmbedding } from '../embedding/local-embedding.js';

/** Knows no word, so that documents and queries have no vectors. */
export const noVectors = (): LocalEmbedding => new LocalEmbedding({ model: 'none', dimensions: 1, embed: () => null });
