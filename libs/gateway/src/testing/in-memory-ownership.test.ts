import { describe, expect, it } from '@jest/globals';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryOwnershipStore } from './in-memory-ownership-store.js';
import { InMemoryTeamStore } from './in-memory-team-store.js';
import { ownershipStoreContract } from './ownership-store.contract.js';
import { teamStoreContract } from './team-store.contract.js';

function stores() {
  const feed = new InMemoryChangeFeed();
  const identities = new InMemoryIdentityStore(feed);
  const catalogue = new InMemoryCatalogueStore(feed);
  const teams = new InMemoryTeamStore(feed, identities);
  return { feed, identities, catalogue, teams, ownership: new InMemoryOwnershipStore(feed, identities, catalogue) };
}

describe('InMemoryTeamStore keeps the contract of TeamStore', () => {
  it.each(teamStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryOwnershipStore keeps the contract of OwnershipStore', () => {
  it.each(ownershipStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});
