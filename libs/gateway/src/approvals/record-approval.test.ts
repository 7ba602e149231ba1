import type { AuditDraft } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { anApproval } from '../testing/an-approval.js';
import { recordApproval } from './record-approval.js';

it('names the call, who did what to its approval, and the details', async () => {
  const records: AuditDraft[] = [];
  const append = (draft: AuditDraft) => {
    records.push(draft);
    return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
  };
  const approval = anApproval();
  await recordApproval({ append }, aCaller({ id: 'ann' }), 'approval.deny', approval, { reason: 'no' });
  expect(records).toEqual([
    {
      ...{ organisationId: 'org-acme', principalId: 'ann', action: 'approval.deny' },
      subject: 'acme/orders.create@1.0.0',
      details: { approval: approval.id, invocationId: approval.invocationId, reason: 'no' },
    },
  ]);
});
