import { vectorIndexContract } from '@assay/discovery/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

describe('EmbeddedToolIndex fuses meaning with words', () => {
  it.each(vectorIndexContract)('$name', async ({ check }) => {
    await expect(check(new EmbeddedToolIndex())).resolves.toBeUndefined();
  });
});
