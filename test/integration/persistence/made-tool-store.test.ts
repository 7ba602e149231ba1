import { madeToolStoreContract } from '@assay/creation/testing';
import { PostgresMadeToolStore } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresMadeToolStore keeps the contract of MadeToolStore', () => {
  it.each(madeToolStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database, identities }) => {
      const organisation = anOrganisationRow();
      await identities.addOrganisation(organisation);
      const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
      await check({ store: new PostgresMadeToolStore(database.pool), organisationId: organisation.id, principalId });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
