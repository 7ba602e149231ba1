import { describe, expect, it } from '@jest/globals';
import { gapStoreContract } from '../testing/gap-store.contract.js';
import { InMemoryGapStore } from '../testing/in-memory-gap-store.js';

describe('the store in memory keeps the contract of GapStore', () => {
  it.each(gapStoreContract)('$name', async ({ check }) => {
    const people = [
      { organisationId: 'own', principalId: 'one' },
      { organisationId: 'own', principalId: 'two' },
      { organisationId: 'other', principalId: 'three' },
    ] as const;
    await expect(check({ open: (bounds) => new InMemoryGapStore(bounds), people })).resolves.toBeUndefined();
  });
});
