import { PostgresAuditReader } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { auditLogContract } from '../../../libs/testing/src/stores/audit-log.contract.js';
import { catalogueStoreContract } from '../../../libs/testing/src/stores/catalogue-store.contract.js';
import { identityStoreContract } from '../../../libs/testing/src/stores/identity-store.contract.js';
import { withDatabase } from './fixture.js';
import { keptRecords } from './kept-records.js';

describe('PrismaIdentityStore keeps the contract of IdentityStore', () => {
  it.each(identityStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase(check)).resolves.toBeUndefined();
  });
});

describe('PrismaCatalogueStore keeps the contract of CatalogueStore', () => {
  it.each(catalogueStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase(check)).resolves.toBeUndefined();
  });
});

describe('PostgresAuditLog keeps the contract of AuditLog', () => {
  it.each(auditLogContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database, newAudit }) => {
      const reader = new PostgresAuditReader(database.pool);
      await check({
        audit: newAudit(),
        kept: () => keptRecords(database),
        bodyOf: async (id) => (await reader.findInvocation(id))?.body,
      });
      expect((await reader.verify()).ok).toBe(true);
    });
    await expect(run).resolves.toBeUndefined();
  });
});
