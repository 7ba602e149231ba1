import { scheduledCallsContract } from '@assay/gateway/testing';
import { PostgresScheduledCalls } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresScheduledCalls keeps the contract of ScheduledCalls', () => {
  it.each(scheduledCallsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ identities, database: { pool } }) => {
      const organisation = anOrganisationRow();
      await identities.addOrganisation(organisation);
      const organisationId = organisation.id;
      const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisationId));
      const { id: otherId } = await identities.addPrincipal(aPrincipalRow(organisationId, 'other'));
      await check({ store: new PostgresScheduledCalls(pool, sealer), organisationId, principalId, otherId });
      const { rows } = await pool.query<{ sealed: string }>('SELECT sealed FROM scheduled_calls');
      for (const { sealed } of rows) expect(sealed).not.toContain('tea');
    });
    await expect(run).resolves.toBeUndefined();
  });
});
