import { gapStoreContract } from '@assay/creation/testing';
import { PostgresGapStore } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresGapStore keeps the contract of GapStore', () => {
  it.each(gapStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database, identities }) => {
      const [own, other] = [anOrganisationRow(), anOrganisationRow()];
      for (const it of [own, other]) await identities.addOrganisation(it);
      const person = async ({ id: organisationId }: typeof own) => {
        const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisationId));
        return { organisationId, principalId };
      };
      const people = [await person(own), await person(own), await person(other)] as const;
      await check({ open: (bounds) => new PostgresGapStore(database.pool, bounds), people });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
