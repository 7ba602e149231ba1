import { describe, expect, it } from '@jest/globals';
import { evidenceStoreContract } from './evidence-store.contract.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryEvidenceStore } from './in-memory-evidence-store.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryRatingStore } from './in-memory-rating-store.js';

describe('The in-memory stores of evidence and votes keep their contract', () => {
  it.each(evidenceStoreContract)('$name', async ({ check }) => {
    const feed = new InMemoryChangeFeed();
    const catalogue = new InMemoryCatalogueStore(feed);
    const ratings = new InMemoryRatingStore(catalogue);
    const evidence = new InMemoryEvidenceStore(catalogue, ratings);
    const fixture = { feed, identities: new InMemoryIdentityStore(feed), catalogue, ratings, evidence };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});
