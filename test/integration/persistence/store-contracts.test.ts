import {
  capabilityStoreContract,
  catalogueStoreContract,
  identityStoreContract,
  revocationStoreContract,
} from '@assay/gateway/testing';
import { mirrorStoreContract, registryServerStoreContract } from '@assay/importing/testing';
import { auditLogContract, FakeClock } from '@assay/kernel/testing';
import {
  openNoticeStores,
  PostgresRegistryServerStore,
  PrismaAlertStore,
  PrismaCapabilityStore,
  PrismaMirrorStore,
  PrismaReviewStore,
} from '@assay/persistence';
import {
  consumersContract,
  notificationStoreContract,
  reviewStoreContract,
  webhookStoreContract,
} from '@assay/registry/testing';
import { alertStoreContract } from '@assay/trust/testing';
import { describe, expect, it } from '@jest/globals';
import { random, readerOf, sealer, withDatabase } from './fixture.js';
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
      const reader = readerOf(database);
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

describe('PrismaAlertStore keeps the contract of AlertStore', () => {
  it.each(alertStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, alerts: new PrismaAlertStore(fixture.database.prisma) }));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaCapabilityStore keeps the contract of CapabilityStore', () => {
  it.each(capabilityStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, capabilities: new PrismaCapabilityStore(fixture.database.prisma) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaReviewStore keeps the contract of ReviewStore', () => {
  it.each(reviewStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, reviews: new PrismaReviewStore(fixture.database.prisma) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaRevocationStore keeps the contract of RevocationStore', () => {
  it.each(revocationStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase(check)).resolves.toBeUndefined();
  });
});

describe('PostgresRegistryServerStore keeps the contract of RegistryServerStore', () => {
  it.each(registryServerStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, registryServers: new PostgresRegistryServerStore(database.pool, Date.now) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe.each([
  ['notifications', notificationStoreContract],
  ['webhooks', webhookStoreContract],
  ['pins and callers', consumersContract],
])('The PostgreSQL stores of %s keep their contract', (_of, contract) => {
  it.each(contract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities, catalogue }) => {
      const clock = new FakeClock();
      return check({ identities, catalogue, clock, ...openNoticeStores(database.pool, sealer, clock, random) });
    });
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaMirrorStore keeps the contract of MirrorStore', () => {
  it.each(mirrorStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, mirrors: new PrismaMirrorStore(fixture.database.prisma) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
