import { describe, expect, it } from '@jest/globals';
import { auditLogContract } from './audit-log.contract.js';
import { catalogueStoreContract } from './catalogue-store.contract.js';
import { identityStoreContract } from './identity-store.contract.js';
import { InMemoryAuditLog } from './in-memory-audit-log.js';
import { InMemoryCatalogueStore } from './in-memory-catalogue-store.js';
import { InMemoryChangeFeed } from './in-memory-change-feed.js';
import { InMemoryIdentityStore } from './in-memory-identity-store.js';

function stores() {
  const feed = new InMemoryChangeFeed();
  return { feed, identities: new InMemoryIdentityStore(feed), catalogue: new InMemoryCatalogueStore(feed) };
}

describe('InMemoryIdentityStore keeps the contract of IdentityStore', () => {
  it.each(identityStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryCatalogueStore keeps the contract of CatalogueStore', () => {
  it.each(catalogueStoreContract)('$name', async ({ check }) => {
    await expect(check(stores())).resolves.toBeUndefined();
  });
});

describe('InMemoryAuditLog keeps the contract of AuditLog', () => {
  it.each(auditLogContract)('$name', async ({ check }) => {
    const audit = new InMemoryAuditLog();
    const fixture = { audit, kept: async () => audit.records, bodyOf: async (id: string) => audit.bodyOf(id) };
    await expect(check(fixture)).resolves.toBeUndefined();
  });
});
