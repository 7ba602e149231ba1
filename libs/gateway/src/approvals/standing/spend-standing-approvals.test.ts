import type { AuditDraft } from '@assay/kernel';
import { aCaller, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from '../../policy/policy-decision.js';
import { aCall } from '../../testing/a-call.js';
import { InMemoryStandingApprovals } from '../../testing/in-memory-standing-approvals.js';
import { aStandingApproval } from '../../testing/standing-approvals.contract.js';
import { pauseForApproval } from '../pause-for-approval.js';
import { SpendStandingApprovals } from './spend-standing-approvals.js';

const decision: PolicyDecision = {
  ...{ verdict: 'REQUIRE_APPROVAL', policies: [{ id: 'p', version: 1 }], digest: 'sha256:p', why: 'asks', failed: [] },
};

async function spending({ fourEyes = false, isDown = false } = {}) {
  const standing = new InMemoryStandingApprovals();
  const caller = aCaller();
  const version = aVersion();
  const granted = aStandingApproval({
    ...{ organisationId: caller.organisationId as string, principalId: caller.principalId as string },
    ...{ tool: version.manifest.name, bounds: { properties: { amount: { maximum: 10 } }, required: ['amount'] } },
  });
  await standing.add(granted);
  const records: AuditDraft[] = [];
  const problems: unknown[] = [];
  const spend = new SpendStandingApprovals({
    standing,
    store: {
      settings: async () => {
        if (isDown) throw new Error('no database');
        return { fourEyes, ownUserDecides: true };
      },
    },
    audit: {
      append: (draft: AuditDraft) => {
        records.push(draft);
        return { settled: Promise.resolve() } as never;
      },
    },
    clock: { now: () => granted.createdAt },
    onProblem: (cause) => problems.push(cause),
  });
  const call = (amount: number, parts: object = {}) =>
    aCall({ decision, caller, input: { amount }, ...parts }, version);
  const used = async () => (await standing.find(granted.id))?.used;
  return { spend, call, used, records, problems, granted };
}

describe('consent in advance', () => {
  it('covers calls within its bounds, as often as it says, and each use is in the audit log', async () => {
    const { spend, call, records, granted } = await spending();
    expect(await spend.run(call(11), decision)).toBeUndefined();
    expect(await spend.run(call(10), decision)).toMatchObject({ id: granted.id, used: 1 });
    expect(await spend.run(call(1), decision)).toMatchObject({ used: 2 });
    expect(await spend.run(call(1), decision)).toBeUndefined();
    expect(records.map(({ action, details }) => [action, details?.used])).toEqual([
      ['standing_approval.use', 1],
      ['standing_approval.use', 2],
    ]);
  });

  it('does not count where a policy excludes it or failed, or for another caller', async () => {
    const { spend, call, used } = await spending();
    expect(await spend.run(call(1), { ...decision, excludesStanding: true })).toBeUndefined();
    expect(await spend.run(call(1), { ...decision, failed: [{ id: 'p', message: 'broken' }] })).toBeUndefined();
    const other = { ...aCaller(), principalId: 'principal-other' };
    expect(await spend.run(call(1, { caller: other }), decision)).toBeUndefined();
    expect(await used()).toBe(0);
  });

  it('does not count where two people have to agree, and a person is asked when the store is down', async () => {
    const two = await spending({ fourEyes: true });
    expect(await two.spend.run(two.call(1), decision)).toBeUndefined();
    const down = await spending({ isDown: true });
    expect(await down.spend.run(down.call(1), decision)).toBeUndefined();
    expect(down.problems).toHaveLength(1);
  });

  it('is named by the gate, and a dry run spends nothing', async () => {
    const { spend, call, used, granted } = await spending();
    const stage = pauseForApproval({ open: async () => Promise.reject(new Error('nobody is asked')) }, spend);
    const dry = call(1, { requested: { dryRun: true } });
    expect(await stage.run(dry)).toMatchObject({ resolved: { standing: { id: granted.id } } });
    expect(await used()).toBe(0);
    const live = call(1);
    Object.assign(live.resolved, ((await stage.run(live)) as { resolved: object }).resolved);
    expect(stage.note?.(live)).toBe(`allowed by standing approval ${granted.id} (1 of 2 used)`);
  });
});
