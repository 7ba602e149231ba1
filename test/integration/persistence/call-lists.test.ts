import { randomUUID } from 'node:crypto';
import { callListsContract } from '@assay/gateway/testing';
import { anEnvelope } from '@assay/kernel/testing';
import {
  HolderLease,
  PostgresAcceptedCalls,
  PostgresAuditLog,
  PostgresCallLists,
  PostgresTicketStore,
} from '@assay/persistence';
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
      const tickets = new PostgresTicketStore(pool);
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
          close: async (invocationId, status) => {
            const id = randomUUID();
            const [owner, times] = [
              { organisationId: organisation.id, principalId },
              { openedAt: 1, expiresAt: 2 },
            ];
            const closing = { closedAt: 2, closedBy: null, decision: null, completed: null };
            const asked = { capability: null, tool: 'acme/orders.list', input: {}, outputSchema: null, task: null };
            const envelope = anEnvelope({ output: 'a \u0000 byte' });
            const reason = 'Nothing could answer.';
            await tickets.add({
              id,
              ...owner,
              invocationId,
              ...asked,
              reason,
              envelope,
              status: 'open',
              ...times,
              ...closing,
            });
            await tickets.close(id, { ...closing, status, completed: envelope });
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
