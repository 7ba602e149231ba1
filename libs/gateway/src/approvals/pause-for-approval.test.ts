import { fail, ok } from '@assay/kernel';
import { aCaller, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { addResolved } from '../call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { aCall } from '../testing/a-call.js';
import { anApproval } from '../testing/an-approval.js';
import { nobodyApproves, nothingStanding } from '../testing/standing-alone.js';
import { pauseForApproval } from './pause-for-approval.js';

const decision: PolicyDecision = {
  verdict: 'REQUIRE_APPROVAL',
  policies: [{ id: 'default#destructive', version: 1 }],
  digest: 'sha256:policies',
  why: 'needs approval by default#destructive',
  failed: [],
};
const opened = { id: 'a', url: 'http://assay/approvals/a', invocationId: 'i', until: 9 };
const opens = { open: async () => ok(opened) };
const stage = pauseForApproval(opens, nothingStanding);
const approved = anApproval({ principalId: 'principal-ann' });
const resumed = (parts: object = {}) =>
  aCall(
    { decision, approved, argumentsDigest: approved.argumentsDigest, caller: aCaller(), ...parts },
    aVersion(undefined, { id: approved.versionId }),
  );

describe('the stage approval', () => {
  it('lets calls pass that policies allow, or say nothing of', () => {
    expect(stage.run(aCall())).toBeUndefined();
    expect(stage.run(aCall({ decision: { ...decision, verdict: 'ALLOW' } }))).toBeUndefined();
  });

  it('ends a call for now that needs a person, and says so in the trace', async () => {
    const call = aCall({ decision }, aVersion());
    expect(addResolved(call, await stage.run(call))).toBeUndefined();
    expect(call.resolved.pause).toEqual({ status: 'awaiting_approval', ...opened });
    expect(stage.note?.(call)).toBe('waits for approval a');
    expect(stage.note?.(aCall())).toBeUndefined();
  });

  it.each(['hedge', 'corroboration'] as const)('asks nobody for a %s, which nobody waits for', async (beside) => {
    const call = aCall({ decision, beside }, aVersion());
    expect(await stage.run(call)).toMatchObject({ code: 'denied', message: expect.stringMatching(/a secondary call/) });
    expect(call.resolved.pause).toBeUndefined();
  });

  it('only says what would be asked for in a dry run', async () => {
    const call = aCall({ decision, requested: { dryRun: true } }, aVersion());
    expect(await stage.run(call)).toBeUndefined();
    expect([call.resolved.pause, call.happened.warnings]).toEqual([
      undefined,
      [expect.stringMatching(/would wait.*destructive/)],
    ]);
  });

  it('refuses who is nobody, and what nobody can be asked for', async () => {
    const anonymous = aCall({ decision, caller: { ...aCaller(), principalId: null } }, aVersion());
    expect(await stage.run(anonymous)).toMatchObject({
      code: 'denied',
      message: expect.stringMatching(/authenticate/),
    });
    const away = pauseForApproval({ open: async () => fail('unavailable', 'Later.') }, nothingStanding);
    expect(await away.run(aCall({ decision }, aVersion()))).toMatchObject({ code: 'unavailable' });
    expect(await pauseForApproval(nobodyApproves, nothingStanding).run(aCall({ decision }, aVersion()))).toMatchObject({
      code: 'denied',
    });
  });

  it('lets an approved call pass whose approval still fits', async () => {
    expect(await stage.run(resumed())).toBeUndefined();
  });

  // what has changed, call
  it.each([
    ['the policies', resumed({ decision: { ...decision, digest: 'sha256:others' } }), /policies/],
    ['the arguments', resumed({ argumentsDigest: 'sha256:others' }), /arguments/],
    ['the caller', resumed({ caller: aCaller({ id: 'principal-bob' }) }), /caller/],
    ['the version', resumed({ version: aVersion(undefined, { id: 'another' }) }), /version/],
  ])('voids an approval when %s changed since', async (_, call, why) => {
    expect(await stage.run(call)).toMatchObject({
      code: 'denied',
      message: expect.stringMatching(why),
      data: { approval: approved.id },
    });
  });
});
