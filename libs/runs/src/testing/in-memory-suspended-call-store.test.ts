import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemorySuspendedCallStore } from './in-memory-suspended-call-store.js';
import { suspendedCallStoreContract } from './suspended-call-store.contract.js';

describe('InMemoryLeftCallStore keeps the contract of LeftCallStore', () => {
  it.each(suspendedCallStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, calls: new InMemorySuspendedCallStore() })).resolves.toBeUndefined();
  });
});
