import { describe, expect, it } from '@jest/globals';
import { multilingualEmbedder } from './multilingual-embedder.js';
import { staticEmbedder } from './static-embedder.js';

describe('multilingualEmbedder', () => {
  it('places texts among those of the table that ships', async () => {
    const embedder = await multilingualEmbedder();
    expect(embedder).toMatchObject({ space: staticEmbedder.model, dimensions: staticEmbedder.dimensions });
    expect(await embedder?.embed('Wie wird das Wetter?')).toHaveLength(staticEmbedder.dimensions);
    expect(await embedder?.embed('')).toBeNull();
  });

  it('is absent where its package is not installed, and hides no other error', async () => {
    const missing = Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(await multilingualEmbedder(() => Promise.reject(missing))).toBeUndefined();
    await expect(multilingualEmbedder(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
