import { describe, expect, it } from '@jest/globals';
import { assuranceStoresContract } from './assurance-stores.contract.js';
import { InMemoryAttestationStore } from './in-memory-attestation-store.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';
import { InMemoryStageStore } from './in-memory-stage-store.js';
import { InMemoryVerificationStore } from './in-memory-verification-store.js';
import { verificationStoreContract } from './verification-store.contract.js';

function stores() {
  const feed = new InMemoryChangeFeed();
  const catalogue = new InMemoryCatalogueStore(feed);
  const verifications = new InMemoryVerificationStore(catalogue);
  const attestations = new InMemoryAttestationStore(catalogue, verifications);
  const stages = new InMemoryStageStore(catalogue);
  return { feed, identities: new InMemoryIdentityStore(feed), catalogue, verifications, stages, attestations };
}

describe('The in-memory stores of verifications, stages and attestations keep their contract', () => {
  it.each([...verificationStoreContract, ...assuranceStoresContract])('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});
