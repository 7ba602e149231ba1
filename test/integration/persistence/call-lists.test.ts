import { randomUUID } from 'node:crypto';
import { callListsContract } from '@assay/gateway/testing';
import { HolderLease, PostgresAcceptedCalls, PostgresAuditLog, PostgresCallLists } from '@assay/persistence';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { clock, random, signer, withDatabase } from './fixture.js';

describe('PostgresCallLists keeps the contract of CallLists', () => {
  it.each(callListsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ identities, database: { pool } }) => {
      const organisation = anOrganisationRow();
      await identities.addOrganisation(organisation);
      const { id: principalId } = await identities.addPrincipal(aPrincipalRow(organisation.id));
      const lease = new HolderLease({ pool, id: randomUUID(), clock });
      const accepted = new PostgresAcceptedCalls({ pool, lease });
      let now = 0;
      const replicaId = 'replica';
      const audit = new PostgresAuditLog({ pool, replicaId, signer, random, clock: { ...clock, now: () => now } });
      try {
        await check({
          lists: new PostgresCallLists(pool),
          organisationId: organisation.id,
          principalId,
          record: async ({ id, principalId: by, at, ...summary }, organisationId) => {
            now = at;
            const draft = { organisationId, principalId: by, action: 'tool.call', subject: summary.tool, details: {} };
            await audit.append({ ...draft, invocation: { id, body: () => '{}', summary } }).settled;
          },
          accept: async ({ id, at, tool }) => {
            const askedFor = `${tool}@^1`;
            const organisationId = organisation.id;
            await accepted.accept({ id, organisationId, principalId, askedFor, key: null, acceptedAt: at });
          },
        });
      } finally {
        await audit.close();
        await lease.end();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});
