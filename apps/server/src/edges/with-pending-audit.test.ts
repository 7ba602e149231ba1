import type { PendingChange } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { FailureException } from './failure-exception.js';
import { withPendingAudit } from './with-pending-audit.js';

const change: PendingChange = {
  organisationId: 'o',
  principalId: 'p',
  action: 'POST /v1/grants',
  subject: '/v1/grants',
};

function reported() {
  const said: string[] = [];
  const pending = {
    begin: async ({ action }: PendingChange) => {
      said.push(`begun ${action}`);
      return { end: () => void said.push('ended'), leave: () => void said.push('left') };
    },
  };
  return { said, pending };
}

describe('writtenDown', () => {
  it('writes down before, and strikes out after', async () => {
    const { said, pending } = reported();
    const answer = await withPendingAudit(pending, change, async () => {
      said.push('done');
      return 7;
    });
    expect([answer, said]).toEqual([7, ['begun POST /v1/grants', 'done', 'ended']]);
  });

  it('takes a refusal for an answer, and a bug for a change that may have happened', async () => {
    const { said, pending } = reported();
    const refused = new FailureException({ code: 'forbidden', message: 'no' });
    await expect(withPendingAudit(pending, change, () => Promise.reject(refused))).rejects.toBe(refused);
    await expect(withPendingAudit(pending, change, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(said.filter((it) => !it.startsWith('begun'))).toEqual(['ended', 'left']);
  });

  it('carries out nothing that cannot be written down', async () => {
    let isDone = false;
    const pending = { begin: async () => Promise.reject(new Error('away')) };
    const work = async () => {
      isDone = true;
    };
    await expect(withPendingAudit(pending, change, work)).rejects.toThrow('away');
    expect(isDone).toBe(false);
  });
});
