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
  const evidence = new InMemoryEvidenceStore(catalogue, ratings, feed);
  const identities = new InMemoryIdentityStore(feed);
  const owners = new Map<string, readonly string[]>();
  const addNamespace = identities.addNamespace.bind(identities);
  identities.addNamespace = (namespace) => {
    owners.set(namespace.name, namespace.owners);
    return addNamespace(namespace);
  };
  ratings.isMember = (principalId, namespace) => owners.get(namespace)?.includes(principalId) === true;
  return { feed, identities, catalogue, ratings, evidence };
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
