import { describe, expect, it } from '@jest/globals';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryRunStore } from './in-memory-run-store.js';
import { runStoreContract } from './run-store.contract.js';

describe('InMemoryRunStore keeps the contract of RunStore', () => {
  it.each(runStoreContract)('$name', async ({ check }) => {
    const identities = new InMemoryIdentityStore(new InMemoryChangeFeed());
    await expect(check({ identities, runs: new InMemoryRunStore(() => Date.now()) })).resolves.toBeUndefined();
  });
});
