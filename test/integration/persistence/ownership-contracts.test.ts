import { ownershipStoreContract, teamStoreContract } from '@assay/gateway/testing';
import { usedProofsContract } from '@assay/identity/testing';
import { PostgresOwnershipStore, PostgresTeamStore, PostgresUsedProofs } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, sealer, withDatabase } from './fixture.js';

const storesOf = (fixture: Fixture) => ({
  ...fixture,
  teams: new PostgresTeamStore(fixture.database.pool),
  ownership: new PostgresOwnershipStore(fixture.database.pool, sealer),
});

describe('PostgresTeamStore keeps the contract of TeamStore', () => {
  it.each(teamStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase((fixture) => check(storesOf(fixture)))).resolves.toBeUndefined();
  });
});

describe('PostgresOwnershipStore keeps the contract of OwnershipStore', () => {
  it.each(ownershipStoreContract)('$name', async ({ check }) => {
    await expect(withDatabase((fixture) => check(storesOf(fixture)))).resolves.toBeUndefined();
  });
});

describe('PostgresUsedProofs keeps the contract of UsedProofs', () => {
  it.each(usedProofsContract)('$name', async ({ check }) => {
    await expect(withDatabase(({ database }) => check(new PostgresUsedProofs(database.pool)))).resolves.toBeUndefined();
  });
});
