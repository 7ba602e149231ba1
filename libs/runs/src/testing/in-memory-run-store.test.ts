import { InMemoryChangeFeed, InMemoryIdentityStore } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { InMemoryRunStore } from './in-memory-run-store.js';
import { runStoreContract } from './run-store.contract.js';

describe('InMemoryRunStore keeps the contract of RunStore', () => {
  it.each(runStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, runs: new InMemoryRunStore(() => Date.now()) })).resolves.toBeUndefined();
  });
});
