import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tableFacts } from '@assay/meaning';
import { describe, expect, it } from '@jest/globals';
import { loadMultilingualTable, multilingualFacts } from './multilingual-table.js';

const folder = fileURLToPath(new URL('../table/', import.meta.url));

describe('the multilingual table', () => {
  it('has a vector, a scale and a score for each piece, and an axis for each number of a vector', async () => {
    const { pieces, vectors, scales, axes, reduced, dimensions } = await loadMultilingualTable();
    expect(vectors).toHaveLength(pieces.numbers.size * reduced);
    expect(scales).toHaveLength(pieces.numbers.size);
    expect(pieces.scores).toHaveLength(pieces.numbers.size);
    expect(axes).toHaveLength(reduced * dimensions);
  });

  it('is the one that its description names, in the space of the English table', async () => {
    const about = JSON.parse(readFileSync(`${folder}/table.json`, 'utf8'));
    expect(multilingualFacts).toMatchObject({ space: about.space, dimensions: about.spaceDimensions });
    expect(await loadMultilingualTable()).toMatchObject({ reduced: about.dimensions });
    expect((await loadMultilingualTable()).pieces.numbers.size).toBe(about.pieces);
    expect(tableFacts).toEqual({ model: multilingualFacts.space, dimensions: multilingualFacts.dimensions });
    expect(readdirSync(folder)).toContain('NOTICE.md');
  });

  it('is read once', async () => {
    expect(await loadMultilingualTable()).toBe(await loadMultilingualTable());
  });
});
