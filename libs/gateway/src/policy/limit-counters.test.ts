import { Directory } from '@assay/identity';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { LimitCounters } from './limit-counters.js';
import { type LimitRule, LimitRules } from './limit-rules.js';
import { unlimited } from './rate-limits.js';

const caller = aCaller({ id: 'principal-carl', name: 'carl', organisationId: 'org-other' });
const version = aVersion(aManifest(), { stage: 'BETA' });

function setUp() {
  const directory = new Directory();
  directory.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'acme-inc', createdAt: 0 } });
  directory.apply({ kind: 'organisation', id: 'org-other', state: { id: 'org-other', name: 'other', createdAt: 0 } });
  directory.apply({ kind: 'namespace', id: 'namespace-acme', state: aNamespace() });
  const rules = new LimitRules();
  const set = (parts: Partial<LimitRule>) => {
    const state: LimitRule = {
      id: `rule ${parts.name} ${parts.subjectId} ${parts.tool}`,
      organisationId: 'org-acme',
      name: 'tool.calls',
      subjectId: null,
      tool: null,
      limit: 5,
      reason: null,
      setAt: 0,
      setBy: null,
      ...parts,
    };
    rules.apply({ kind: 'limit', id: state.id, state });
  };
  return { counters: new LimitCounters(rules, directory), set, directory };
}
const keysAndLimits = (list: ReturnType<LimitCounters['ofCaller']>) => list.map(({ key, limit }) => [key, limit]);

describe('LimitCounters', () => {
  it('counts a call for the provider, with shares, and for the caller', () => {
    const { counters } = setUp();
    expect(keysAndLimits(counters.ofCall(caller, version))).toEqual([
      ['provider.calls org-acme', 600_000],
      ['provider.calls org-acme of org-other', unlimited],
      ['provider.calls org-acme by principal-carl', unlimited],
      ['provider.calls.daily org-acme', 50_000_000],
      ['provider.calls.daily org-acme of org-other', unlimited],
      ['provider.calls.daily org-acme by principal-carl', unlimited],
      ['caller.calls principal-carl', 300_000],
    ]);
    const [whole, organisation, own] = counters.ofCall(caller, version);
    expect([whole?.sharesFormer, organisation?.sharesFormer, own?.sharesFormer]).toEqual([undefined, true, true]);
    expect(whole).toMatchObject({ subject: 'acme-inc', source: 'default', whole: 600_000 });
  });

  it('counts each version in the sandbox by itself', () => {
    const { counters } = setUp();
    const sandboxed = aVersion(aManifest(), { id: 'version-7' });
    const keys = counters.ofCall(caller, sandboxed).map((it) => it.key);
    expect(keys).toContain('sandbox.calls version-7');
    expect(keys).toContain('sandbox.calls version-7 by principal-carl');
    const own = counters.ofCall(aCaller(), { ...sandboxed, organisationId: aCaller().organisationId as string });
    expect(own.map((it) => it.key)).toContain('sandbox.calls.own version-7');
    expect(own.map((it) => it.name)).not.toContain('sandbox.calls');
    expect(own.filter((it) => it.name === 'sandbox.calls.own')).toHaveLength(2);
  });

  it('counts for what has a limit set, from the next call on', () => {
    const { counters, set } = setUp();
    counters.ofCall(caller, version);
    set({ name: 'tool.calls', tool: 'acme/orders.create' });
    set({ name: 'namespace.calls', subjectId: 'namespace-acme', limit: 6 });
    set({ name: 'organisation.calls', subjectId: 'org-other', limit: 7 });
    const limits = counters.ofCall(caller, version).filter((it) => it.limit < 10);
    expect(keysAndLimits(limits)).toEqual([
      ['namespace.calls namespace-acme', 6],
      ['tool.calls acme/orders.create', 5],
      ['organisation.calls org-other', 7],
    ]);
  });

  it('keeps the counters of a caller and version until something changes', () => {
    const { counters, directory } = setUp();
    const first = counters.ofCall(caller, version);
    expect(counters.ofCall(caller, version)).toBe(first);
    expect(counters.ofCall(caller, { ...version })).not.toBe(first);
    const again = counters.ofCall(caller, version);
    directory.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'renamed', createdAt: 0 } });
    expect(counters.ofCall(caller, version)).not.toBe(again);
    expect(counters.ofCall(caller, version)[0]?.subject).toBe('renamed');
  });

  it('counts a verification for the provider, without a share and without a caller', () => {
    const { counters } = setUp();
    expect(keysAndLimits(counters.ofVerification(aVersion()))).toEqual([
      ['provider.calls org-acme', 600_000],
      ['provider.calls.daily org-acme', 50_000_000],
    ]);
  });

  it('counts publications by organisation, and logins by address', () => {
    const { counters } = setUp();
    expect(keysAndLimits(counters.ofPublication('org-acme'))).toEqual([['provider.publications org-acme', 10_000]]);
    expect(keysAndLimits(counters.ofDomainPublication('example.com'))).toEqual([
      ['provider.publications domain example.com', 10_000],
    ]);
    expect(keysAndLimits(counters.ofLogin('203.0.113.9'))).toEqual([['address.logins 203.0.113.9', 120]]);
    expect(keysAndLimits(counters.ofFailure('203.0.113.9'))).toEqual([['address.failures 203.0.113.9', 60]]);
    expect(counters.ofProvider('org-acme').map((it) => it.name)).toEqual([
      'provider.calls',
      'provider.calls.daily',
      'provider.publications',
    ]);
  });

  it('counts what a call costs against budgets, and what is free against none', () => {
    const { counters, set } = setUp();
    set({ name: 'caller.cost.daily', limit: 1_000_000 });
    set({ name: 'organisation.cost.daily', subjectId: 'org-other', limit: 9_000_000 });
    const dear = aVersion(aManifest({ costPerCallUsd: 0.25 }), { stage: 'BETA', id: 'dear' });
    const budgets = counters.ofCall(caller, dear).filter((it) => it.name.endsWith('cost.daily'));
    expect(budgets.map(({ key, limit, weight }) => [key, limit, weight])).toEqual([
      ['caller.cost.daily principal-carl', 1_000_000, 250_000],
      ['organisation.cost.daily org-other', 9_000_000, 250_000],
    ]);
    const free = aVersion(aManifest({ costPerCallUsd: 0 }), { stage: 'BETA', id: 'free' });
    expect(counters.ofCall(caller, free).filter((it) => it.name.endsWith('cost.daily'))).toEqual([]);
  });

  it("counts each session of a caller by itself, and each caller's", () => {
    const { counters, set } = setUp();
    const dear = aVersion(aManifest({ costPerCallUsd: 0.25 }), { stage: 'BETA' });
    expect(counters.ofSession(caller, 'one', dear)).toEqual([]);
    set({ name: 'session.calls', limit: 3 });
    set({ name: 'session.cost', limit: 500_000 });
    const [calls, cost] = counters.ofSession(caller, 'one', dear);
    expect([calls?.limit, calls?.weight, cost?.limit, cost?.weight]).toEqual([3, undefined, 500_000, 250_000]);
    const keys = [
      counters.ofSession(caller, 'two', dear),
      counters.ofSession({ ...caller, principalId: 'x' }, 'one', dear),
    ];
    expect(new Set([calls?.key, ...keys.map(([it]) => it?.key)]).size).toBe(3);
  });

  it('knows what one call may cost', () => {
    const { counters, set } = setUp();
    expect(counters.ofOneCall(caller)).toBeUndefined();
    set({ name: 'call.cost', limit: 250_000 });
    expect(counters.ofOneCall(caller)).toMatchObject({ limit: 250_000, subject: 'other/carl', retryAfterMs: 0 });
  });
});
