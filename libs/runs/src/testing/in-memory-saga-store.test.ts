import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemorySagaStore } from './in-memory-saga-store.js';
import { sagaStoreContract } from './saga-store.contract.js';

describe('InMemorySagaStore keeps the contract of SagaStore', () => {
  it.each(sagaStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, sagas: new InMemorySagaStore() })).resolves.toBeUndefined();
  });
});
