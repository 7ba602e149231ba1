import { agreesWithNaive, taxonomyContract, toolIndexContract, wordFormContract } from '@assay/discovery/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

describe('EmbeddedToolIndex keeps the contract of ToolIndex', () => {
  it.each([...toolIndexContract, ...wordFormContract])('$name', async ({ check }) => {
    await expect(check(new EmbeddedToolIndex())).resolves.toBeUndefined();
  });

  it.each(taxonomyContract)('$name', async ({ check }) => {
    await expect(check(async (tree) => new EmbeddedToolIndex({}, tree))).resolves.toBeUndefined();
  });

  it('agrees with an engine that looks at every document, words aside', async () => {
    await expect(agreesWithNaive(async () => new EmbeddedToolIndex(), 150)).resolves.toBeUndefined();
  });
});
