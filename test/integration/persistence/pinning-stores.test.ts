import { PostgresQuarantineStore, PrismaKeyStore, PrismaLookStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { keyStoreContract } from '../../../libs/testing/src/stores/key-store.contract.js';
import { lookStoreContract } from '../../../libs/testing/src/stores/look-store.contract.js';
import { quarantineStoreContract } from '../../../libs/testing/src/stores/quarantine-store.contract.js';
import { withDatabase } from './fixture.js';

describe('PrismaKeyStore keeps the contract of the key stores', () => {
  it.each(keyStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, keys: new PrismaKeyStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaLookStore keeps the contract of LookStore', () => {
  it.each(lookStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, looks: new PrismaLookStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresQuarantineStore keeps the contract of QuarantineStore', () => {
  it.each(quarantineStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, quarantines: new PostgresQuarantineStore(fixture.database) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
