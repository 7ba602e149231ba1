import { gapStoreContract } from '@assay/creation/testing';
import { PostgresGapStore } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresGapStore keeps the contract of GapStore', () => {
  it.each(gapStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database, identities }) => {
      const [own, other] = [anOrganisationRow('own'), anOrganisationRow('other')];
      for (const it of [own, other]) await identities.addOrganisation(it);
      const person = async ({ id: organisationId }: typeof own, name: string) => {
        const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisationId, name));
        return { organisationId, principalId };
      };
      const people = [await person(own, 'ann'), await person(own, 'bob'), await person(other, 'cem')] as const;
      await check({ open: (bounds) => new PostgresGapStore(database.pool, bounds), people });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
