import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryLeftCallStore } from './in-memory-left-call-store.js';
import { leftCallStoreContract } from './left-call-store.contract.js';

describe('InMemoryLeftCallStore keeps the contract of LeftCallStore', () => {
  it.each(leftCallStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, calls: new InMemoryLeftCallStore() })).resolves.toBeUndefined();
  });
});
