import { describe, expect, it } from '@jest/globals';
import { usedProofsContract } from './testing/used-proofs.contract.js';
import { UsedProofsInMemory } from './used-proofs.js';

describe('UsedProofsInMemory satisfies the contract of UsedProofs', () => {
  it.each(usedProofsContract)('$name', async ({ check }) => {
    await expect(check(new UsedProofsInMemory())).resolves.toBeUndefined();
  });
});
