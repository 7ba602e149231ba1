import { aCall, aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { policy } from './policy-stage.js';

const decision = (parts: Partial<PolicyDecision>): PolicyDecision => ({
  verdict: 'ALLOW',
  policies: [{ id: 'default#read-only', version: 0 }],
  digest: 'sha256:1',
  why: 'allowed by default#read-only',
  failed: [],
  ...parts,
});

describe('the stage policy', () => {
  it.each(['ALLOW', 'REQUIRE_APPROVAL'] as const)('lets %s pass, and the trace says by what', (verdict) => {
    const call = aCall({}, aVersion(aManifest()));
    const made = decision({ verdict });
    const stage = policy({ run: () => made });
    expect(stage.run(call)).toBeUndefined();
    expect(call.decision).toBe(made);
    expect(stage.note?.(call)).toBe(`${verdict} by default#read-only v0`);
  });

  it('ends a call that is denied, and names the policies', () => {
    const call = aCall({}, aVersion(aManifest()));
    const stage = policy({ run: () => decision({ verdict: 'DENY', why: 'denied by freeze', policies: [] }) });
    expect(stage.run(call)).toMatchObject({
      code: 'denied',
      message: 'You may not call acme/orders.create@1.0.0: denied by freeze.',
      data: { policies: [] },
    });
    expect(stage.note?.(call)).toBe('DENY');
    expect(stage.note?.(aCall())).toBeUndefined();
  });
});
