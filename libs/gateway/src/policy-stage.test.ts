import { digestJson } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from './policy/policy-decision.js';
import { type PolicyStagePorts, policy } from './policy-stage.js';
import { aCall } from './testing/a-call.js';
import { noContent } from './testing/no-content.js';
import { noPolicies } from './testing/no-policies.js';
import { passing } from './testing/passing.js';

const decision = (parts: Partial<PolicyDecision>): PolicyDecision => ({
  verdict: 'ALLOW',
  policies: [{ id: 'default#read-only', version: 0 }],
  digest: 'sha256:1',
  why: 'allowed by default#read-only',
  failed: [],
  ...parts,
});

const stageOf = (run: PolicyStagePorts['policies']['run'], parts: Partial<PolicyStagePorts> = {}) =>
  passing(
    policy({
      policies: { ...noPolicies, run },
      ...{ content: noContent.examine, masked: noContent.masked, inputIssues: () => [], onProblem: () => {} },
      ...parts,
    }),
  );

describe('the stage policy', () => {
  it.each(['ALLOW', 'REQUIRE_APPROVAL'] as const)('lets %s pass, and the trace says by what', (verdict) => {
    const call = aCall({}, aVersion(aManifest()));
    const made = decision({ verdict });
    const stage = stageOf(() => made);
    expect(stage.run(call)).toBeUndefined();
    expect(call.resolved.decision).toBe(made);
    expect(stage.note?.(call)).toBe(`${verdict} by default#read-only v0`);
  });

  it('ends a call that is denied, and names the policies', () => {
    const call = aCall({}, aVersion(aManifest()));
    const stage = stageOf(() => decision({ verdict: 'DENY', why: 'denied by freeze', policies: [] }));
    expect(stage.run(call)).toMatchObject({
      code: 'denied',
      message: 'You may not call acme/orders.create@1.0.0: denied by freeze.',
      data: { policies: [] },
    });
    expect(stage.note?.(call)).toBe('DENY');
    expect(stage.note?.(aCall())).toBeUndefined();
  });

  describe('where a policy asks what the arguments contain', () => {
    const found = (classes: string[]) => ({
      classes,
      isWhole: true,
      places: classes.map((it) => ({ class: it, path: '/to', start: 0, end: 5 })),
    });
    const parts = (classes: string[]): Partial<PolicyStagePorts> => ({
      content: { examine: async () => found(classes) },
      masked: { mask: async () => (of, text) => `<${of}:${text}>` },
    });
    const reading = (run: PolicyStagePorts['policies']['run'], more: Partial<PolicyStagePorts>) =>
      stageOf(run, { policies: { ...noPolicies, run, readsInput: () => true }, ...more });

    it('policies receive the classes, and nothing is masked unless they require it', async () => {
      const call = aCall({ input: { to: 'a@b.c' } }, aVersion(aManifest()));
      const shown: unknown[] = [];
      const stage = reading(
        (...asked) => {
          shown.push(asked[3]);
          return decision({});
        },
        parts(['personal.email']),
      );
      expect(await stage.run(call)).toBeUndefined();
      expect(shown).toEqual([found(['personal.email'])]);
      expect(call.resolved.input).toEqual({ to: 'a@b.c' });
    });

    it('what they mask is a placeholder from here on, in the digest too', async () => {
      const call = aCall({ input: { to: 'a@b.c', note: 'x' } }, aVersion(aManifest()));
      const stage = reading(() => decision({ masks: ['personal.email'] }), parts(['personal.email']));
      expect(await stage.run(call)).toBeUndefined();
      const masked = { to: '<personal.email:a@b.c>', note: 'x' };
      expect(call.resolved).toMatchObject({ input: masked, shown: masked, unmasked: { to: 'a@b.c', note: 'x' } });
      expect(call.resolved.argumentsDigest).toBe(digestJson(masked));
      expect(stage.note?.(call)).toContain('masked');
    });

    it('a placeholder that the schema refuses denies the call, and one that cannot be kept ends it', async () => {
      const masks = () => decision({ masks: 'all' as const });
      const call = () => aCall({ input: { to: 'a@b.c' } }, aVersion(aManifest()));
      const issues = [{ path: '/to', message: 'must be short' }];
      const strict = reading(masks, { ...parts(['personal.email']), inputIssues: () => issues });
      expect(await strict.run(call())).toMatchObject({ code: 'denied', issues: [{ path: '/input/to' }] });
      const away = { mask: () => Promise.reject(new Error('away')) };
      expect(await reading(masks, { ...parts(['personal.email']), masked: away }).run(call())).toMatchObject({
        code: 'unavailable',
      });
    });
  });
});
