import { describe, expect, it } from '@jest/globals';
import { evidenceStoreContract } from './evidence-store.contract.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryEvidenceStore } from './in-memory-evidence-store.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryRatingStore } from './in-memory-rating-store.js';
import { InMemoryTrustOrder } from './in-memory-trust-order.js';
import { trustOrderContract } from './trust-order.contract.js';

function stores() {
  const feed = new InMemoryChangeFeed();
  const catalogue = new InMemoryCatalogueStore(feed);
  const ratings = new InMemoryRatingStore(catalogue);
  const evidence = new InMemoryEvidenceStore(catalogue, ratings);
  return { feed, identities: new InMemoryIdentityStore(feed), catalogue, ratings, evidence };
}

describe('The in-memory stores of evidence and votes keep their contract', () => {
  it.each(evidenceStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryTrustOrder keeps the contract of TrustOrder', () => {
  it.each(trustOrderContract)('$name', async ({ check }) => {
    const fixture = stores();
    const order = new InMemoryTrustOrder(fixture.catalogue);
    await expect(check({ ...fixture, order })).resolves.toBeUndefined();
  });
});
