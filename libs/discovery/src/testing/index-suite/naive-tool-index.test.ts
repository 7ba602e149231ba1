import { describe, expect, it } from '@jest/globals';
import { NaiveToolIndex } from './naive-tool-index.js';
import { taxonomyContract } from './taxonomy.contract.js';
import { toolIndexContract } from './tool-index.contract.js';

describe('NaiveToolIndex keeps the contract of ToolIndex', () => {
  it.each(toolIndexContract)('$name', async ({ check }) => {
    await expect(check(new NaiveToolIndex())).resolves.toBeUndefined();
  });

  it.each(taxonomyContract)('$name', async ({ check }) => {
    await expect(check(async (tree) => new NaiveToolIndex(tree))).resolves.toBeUndefined();
  });
});
