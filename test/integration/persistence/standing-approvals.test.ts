import { randomUUID } from 'node:crypto';
import { standingApprovalsContract } from '@assay/gateway/testing';
import { PostgresStandingApprovals } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresStandingApprovals keeps the contract of StandingApprovalStore', () => {
  it.each(standingApprovalsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ identities, database }) => {
      const [organisationId, principalId] = [randomUUID(), randomUUID()];
      await identities.addOrganisation({ id: organisationId, name: 'acme', createdAt: 0 });
      await identities.addPrincipal({ id: principalId, organisationId, kind: 'agent', name: 'carl', createdAt: 0 });
      await check(new PostgresStandingApprovals(database.pool), { organisationId, principalId });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
