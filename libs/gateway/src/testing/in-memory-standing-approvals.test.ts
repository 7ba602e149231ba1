import { describe, expect, it } from '@jest/globals';
import { InMemoryStandingApprovals } from './in-memory-standing-approvals.js';
import { standingApprovalsContract } from './standing-approvals.contract.js';

describe('InMemoryStandingApprovals keeps the contract of StandingApprovalStore', () => {
  it.each(standingApprovalsContract)('$name', async ({ check }) => {
    const run = check(new InMemoryStandingApprovals(), { organisationId: 'org-acme', principalId: 'principal-carl' });
    await expect(run).resolves.toBeUndefined();
  });
});
