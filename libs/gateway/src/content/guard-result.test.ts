import { ok } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { aCall, type CallParts } from '../testing/a-call.js';
import { anApproval } from '../testing/an-approval.js';
import { noPolicies } from '../testing/no-policies.js';
import type { Examined } from './examine-content.js';
import { type GuardResultPorts, guardResult, releaseResult } from './guard-result.js';

const mail = 'bob@x.org';
const found: Examined = {
  ...{ classes: ['personal.email'], isWhole: true },
  places: [{ class: 'personal.email', path: '/email', start: 0, end: mail.length }],
};
const nothing: Examined = { classes: [], isWhole: true, places: [] };
const decision = (parts: Partial<PolicyDecision>): PolicyDecision => ({
  ...{ verdict: 'ALLOW', policies: [{ id: 'p', version: 1 }], digest: 'sha256:p', why: 'by p', failed: [] },
  ...parts,
});

function setUp(decided: PolicyDecision | undefined, parts: Partial<GuardResultPorts> = {}) {
  const opened: unknown[] = [];
  const ports: GuardResultPorts = {
    content: {
      mark: () => ['personal.email'],
      examine: async (value) => (typeof value === 'object' && value !== null && 'email' in value ? found : nothing),
    },
    masked: { mask: async () => () => '#' },
    policies: { ...noPolicies, guardsReturns: () => decided !== undefined, runReturn: () => decided },
    approvals: {
      open: async (call, _decision, subject) => {
        opened.push([subject, call.resolved.withheld]);
        return ok({ id: 'a1', url: 'http://here/a1', invocationId: call.requested.id, until: 5 });
      },
    },
    outputIssues: () => [],
    onProblem: () => {},
    ...parts,
  };
  const version = aVersion(aManifest());
  const call = (more: CallParts = {}) =>
    aCall(
      {
        output: { email: mail },
        answer: { content: [], structured: { email: mail }, isError: false, source: 's' },
        validation: { outcome: 'warning', issues: [{ path: '/email', message: `is ${mail}` }] },
        warnings: [`/email is ${mail}`],
        upstreamMs: 5,
        ...more,
      },
      version,
    );
  return { guard: guardResult(ports), release: releaseResult(ports), call, opened };
}

describe('guardResult', () => {
  it('marks a result where no policy is about results', async () => {
    const { guard, call } = setUp(undefined);
    const marked = call({ findings: [{ rule: 'secret-github', weight: 1, path: '', excerpt: 'x' }] });
    expect(await guard.run(marked)).toBeUndefined();
    expect(marked.resolved.contains).toEqual(['personal.email', 'secret.github']);
    expect(marked.resolved.output).toEqual({ email: mail });
  });

  it('masks the output and everything else that quotes it', async () => {
    const { guard, call } = setUp(decision({ obligation: 'mask', masks: ['personal.email'] }));
    const masked = call({ findings: [{ rule: 'override', weight: 1, path: '/email', excerpt: mail }] });
    expect(await guard.run(masked)).toBeUndefined();
    expect(masked.resolved).toMatchObject({
      output: { email: '#' },
      answer: { structured: { email: '#' } },
      isAltered: true,
    });
    expect(
      JSON.stringify([
        masked.resolved.output,
        masked.resolved.answer,
        masked.happened.warnings,
        masked.resolved.validation,
        masked.resolved.findings,
      ]),
    ).not.toContain(mail);
    expect(guard.note?.(masked)).toBe('ALLOW, masked by p v1');
  });

  it('masks everything where the policy names nothing of what was found', async () => {
    const { guard, call } = setUp(decision({ masks: ['secret.github'] }));
    const masked = call();
    await guard.run(masked);
    expect(masked.resolved.output).toEqual({ email: '#' });
  });

  it.each([
    ['a denial', decision({ verdict: 'DENY' }), {}, 'denied'],
    [
      'a mask that the schema refuses',
      decision({ masks: 'all' }),
      { outputIssues: () => [{ path: '/email', message: 'no' }] },
      'denied',
    ],
    [
      'a value that cannot be kept',
      decision({ masks: 'all' }),
      { masked: { mask: () => Promise.reject(new Error('away')) } },
      'unavailable',
    ],
    [
      'a result that cannot be stored',
      decision({ verdict: 'REQUIRE_APPROVAL' }),
      { approvals: { open: async () => ({ ok: false, error: { code: 'unavailable', message: 'away' } }) as never } },
      'unavailable',
    ],
  ] as const)('%s returns nothing of it, and says that the tool was called', async (_, decided, parts, code) => {
    const { guard, call } = setUp(decided, parts as Partial<GuardResultPorts>);
    const refused = call({ findings: [{ rule: 'override', weight: 1, path: '', excerpt: mail }] });
    expect(await guard.run(refused)).toMatchObject({ code, outcome: 'done' });
    expect([refused.resolved.output, refused.resolved.answer]).toEqual([undefined, undefined]);
    expect(JSON.stringify([refused.resolved.findings, refused.resolved.validation])).not.toContain(mail);
  });

  it('stores a result for a person and takes it out of the call', async () => {
    const { guard, call, opened } = setUp(decision({ verdict: 'REQUIRE_APPROVAL', obligation: 'withhold' }));
    const waiting = call();
    expect(await guard.run(waiting)).toBeUndefined();
    expect(waiting.resolved.pause).toMatchObject({ status: 'awaiting_approval', id: 'a1', holds: 'result' });
    expect(opened).toMatchObject([
      ['result', { output: { email: mail }, contains: ['personal.email'], upstreamMs: 5 }],
    ]);
    expect([waiting.resolved.output, waiting.resolved.answer]).toEqual([undefined, undefined]);
  });

  it('asks nobody about a call that is made beside another one', async () => {
    const { guard, call, opened } = setUp(decision({ verdict: 'REQUIRE_APPROVAL' }));
    expect(await guard.run(call({ beside: 'hedge' }))).toMatchObject({ code: 'denied' });
    expect(opened).toEqual([]);
  });
});

describe('releaseResult', () => {
  const withheld = {
    output: { email: mail },
    validation: { outcome: 'valid', issues: [] },
    contains: [],
    upstreamMs: 7,
  } as const;
  const approved = anApproval({ policyDigest: 'sha256:p', state: 'approved' });
  const waiting = { withheld, approved, output: undefined, answer: undefined } as unknown as CallParts;

  it('returns what was stored while the policies are the same, and masks what they mask', async () => {
    const { release, call } = setUp(decision({ verdict: 'REQUIRE_APPROVAL' }));
    const released = call(waiting);
    expect(await release.run(released)).toBeUndefined();
    expect(released.resolved).toMatchObject({ output: { email: mail }, upstreamMs: 7, validation: { outcome: 'valid' } });
    const masking = setUp(decision({ verdict: 'REQUIRE_APPROVAL', masks: 'all' }));
    const masked = masking.call(waiting);
    await masking.release.run(masked);
    expect(masked.resolved.output).toEqual({ email: '#' });
  });

  it.each([
    ['other policies ask for it', decision({ verdict: 'REQUIRE_APPROVAL', digest: 'sha256:q' }), /void/],
    ['a policy denies it', decision({ verdict: 'DENY' }), /is not returned/],
  ])('does not return it when %s by now', async (_, decided, message) => {
    const { release, call } = setUp(decided);
    const refused = call(waiting);
    expect(await release.run(refused)).toMatchObject({ code: 'denied', message: expect.stringMatching(message) });
    expect(refused.resolved.output).toBeUndefined();
  });
});
