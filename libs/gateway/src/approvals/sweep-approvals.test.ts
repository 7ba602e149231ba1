import type { AuditDraft } from '@assay/kernel';
import { FakeClock, InMemoryDurableRuns, ManualJobs } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { anApproval, aPausedCall } from '../testing/an-approval.js';
import { InMemoryApprovalStore } from '../testing/in-memory-approval-store.js';
import type { Approval } from './approval.js';
import { approvalRun } from './open-approvals.js';
import { sweepApprovals } from './sweep-approvals.js';

const hour = 3_600_000;
const { id } = anApproval();

async function setUp() {
  const store = new InMemoryApprovalStore();
  const runs = new InMemoryDurableRuns();
  const clock = new FakeClock();
  const jobs = new ManualJobs();
  const records: AuditDraft[] = [];
  const reported: Approval[] = [];
  const heard: unknown[] = [];
  runs.define(approvalRun, async (run) => {
    heard.push(run.id);
    return 'ended';
  });
  const append = (draft: AuditDraft) => {
    records.push(draft);
    return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
  };
  jobs.add(
    sweepApprovals({
      ...{ store, runs, clock, audit: { append } },
      tell: { expired: async (it) => void reported.push(it) },
      onProblem: () => undefined,
    }),
  );
  await store.open(anApproval(), aPausedCall());
  const sweep = async () => {
    await jobs.run('approvals.sweep');
    await new Promise(setImmediate);
  };
  return { store, clock, records, reported, heard, sweep };
}

describe('sweepApprovals', () => {
  it('denies what nobody decided on in time, once, and says so', async () => {
    const { store, clock, records, reported, heard, sweep } = await setUp();
    clock.advance(24 * hour - 1);
    await sweep();
    expect((await store.find(id))?.state).toBe('pending');
    clock.advance(1);
    await sweep();
    await sweep();
    expect((await store.find(id))?.state).toBe('expired');
    expect(records.map(({ action, principalId }) => [action, principalId])).toEqual([['approval.expire', null]]);
    expect([reported.length, heard.length]).toEqual([1, 1]);
  });

  it('wakes a run that missed a decision', async () => {
    const { store, clock, heard, sweep } = await setUp();
    await store.decide(id, { principalId: 'principal-ann', decision: 'approve', reason: null, at: clock.now() });
    await sweep();
    expect(heard).toEqual([]);
    clock.advance(60_001);
    await sweep();
    expect(heard).toEqual([id]);
  });

  it('forgets the arguments of calls that ended a month ago', async () => {
    const { store, clock, sweep } = await setUp();
    await store.decide(id, { principalId: 'principal-ann', decision: 'deny', reason: null, at: clock.now() });
    await store.settle(id, 'denied', clock.now());
    clock.advance(30 * 24 * hour);
    await sweep();
    expect(await store.call(id)).toBeDefined();
    clock.advance(1);
    await sweep();
    expect(await store.call(id)).toBeUndefined();
  });
});
