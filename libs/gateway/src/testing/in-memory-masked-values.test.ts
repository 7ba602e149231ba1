import { describe, expect, it } from '@jest/globals';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryMaskedValues } from './in-memory-masked-values.js';
import { maskedValuesContract } from './masked-values.contract.js';

describe('InMemoryMaskedValues keeps the contract of MaskedValueStore', () => {
  it.each(maskedValuesContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, masked: new InMemoryMaskedValues() })).resolves.toBeUndefined();
  });
});
