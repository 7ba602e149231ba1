import { definitionCheckStoreContract, keyStoreContract, quarantineStoreContract } from '@assay/gateway/testing';
import { PrismaDefinitionCheckStore, PrismaKeyStore, PrismaQuarantineStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PrismaKeyStore keeps the contract of the key stores', () => {
  it.each(keyStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, keys: new PrismaKeyStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaLookStore keeps the contract of LookStore', () => {
  it.each(definitionCheckStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, looks: new PrismaDefinitionCheckStore(fixture.database) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaQuarantineStore keeps the contract of QuarantineStore', () => {
  it.each(quarantineStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, quarantines: new PrismaQuarantineStore(fixture.database) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
