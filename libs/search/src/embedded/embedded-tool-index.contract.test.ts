import { toolIndexContract } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

describe('EmbeddedToolIndex keeps the contract of ToolIndex', () => {
  it.each(toolIndexContract)('$name', async ({ check }) => {
    await expect(check(new EmbeddedToolIndex())).resolves.toBeUndefined();
  });
});
