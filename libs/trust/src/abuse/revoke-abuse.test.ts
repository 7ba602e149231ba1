import { SmallHouse } from '@assay/gateway/testing';
import { dayMs } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { RevokeByRule, RevokeTools, type ToolVersion, type VersionTrust } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { TrustDay } from '../evidence-store.js';
import { presentTrust } from '../present-trust.js';
import { aTrust } from '../testing/evidence-samples.js';
import { signalWeights } from '../trust-score.js';
import type { SecurityAlert } from './alert.js';
import type { AbuseFinding } from './finding-store.js';
import { isDistrusted, RevokeAbuse } from './revoke-abuse.js';

const root = aCaller({ id: 'principal-root' }, ['registry:read', 'registry:revoke', 'admin']);
/** All that counts for revocation has the same value; audit, freshness and ratings are as good as can be. */
const inView = (share: number, confidence: number) => {
  const kept = ['securityAudit', 'freshness', 'communityRating'];
  const signals = Object.keys(signalWeights).map((name) => ({
    ...{ name, value: kept.includes(name) ? 1 : share, sampleSize: 1 },
  }));
  return { base: share * 0.7 + 0.3, confidence, signals, observed: { score: share, confidence } };
};
const trust = (share: number, confidence = 0.85, outside = share): VersionTrust => ({
  ...aTrust({}, { inside: inView(share, confidence), outside: inView(outside, confidence) }),
  calls: { others: 120, own: 3 },
});

async function setUp(parts: Partial<ToolVersion> = {}) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ visibility: 'public' }));
  const version = aVersion(aManifest(), { publishedAt: house.clock.now(), ...parts });
  await house.tools.publish(version, 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { catalogue, directory, audit, feed, clock, random, findings, alerts } = house;
  const revocationPorts = {
    ...{ catalogue, directory, audit, feed, clock, random, notices, store: house.revocations },
    consumers: { of: async () => [] },
    servers: { has: async () => false, show: async () => {} },
  };
  let days: TrustDay[] = [];
  const response = () =>
    new RevokeAbuse({
      ...{ catalogue, directory, audit, clock, random, notices, findings, alerts },
      evidence: { history: async () => days },
      byRule: new RevokeByRule(revocationPorts),
    });
  const lift = async () => {
    const [revocation] = [...catalogue.revocations.all()].filter((it) => it.lifted === null);
    await new RevokeTools(revocationPorts).lift(root, revocation?.id ?? '', 'Looked at it.');
  };
  const pass = () => response().run(new AbortController().signal);
  const all = () => [...catalogue.revocations.all()];
  const remember = (later: TrustDay[]) => {
    days = later;
  };
  return { house, version, notices, response, lift, pass, all, remember };
}

const finding = (versionId: string, parts: Partial<AbuseFinding> = {}): AbuseFinding => ({
  ...{ id: 'finding-1', organisationId: 'org-acme', versionId, subject: 'definition', fingerprint: 'f' },
  ...{ severity: 'HIGH', score: 0.9, signs: [{ rule: 'secrecy', weight: 0.7, path: '', excerpt: 'x' }], ruleSet: 1 },
  ...{ callers: null, state: 'confirmed', foundAt: 0, decidedAt: 1, decidedBy: 'root', reason: 'seen' },
  ...parts,
});

describe('distrust', () => {
  it.each([
    [0.19, 0.8, true],
    [0.2, 0.99, false],
    [0.19, 0.79, false],
    [0.5, 0.9, false],
  ])('of the share %d with confidence %d is %p', (base, confidence, expected) => {
    expect(isDistrusted({ trust: trust(base, confidence) })).toBe(expected);
  });

  it('acts in either view, whatever audit, freshness and ratings a version keeps', () => {
    expect(isDistrusted({ trust: trust(0.5, 0.9, 0.19) })).toBe(true);
    expect(isDistrusted({ trust: trust(0.19, 0.9, 0.5) })).toBe(true);
    expect(trust(0.19).inside.base).toBeGreaterThan(0.4);
  });

  it('revokes once, with the figures, and tells the owner', async () => {
    const { version, notices, response, pass, all } = await setUp({ trust: trust(0.12) });
    await response().scored([version.id]);
    await pass();
    await Promise.all([pass(), response().scored([version.id])]);
    expect(all()).toMatchObject([
      {
        ...{
          namespace: 'acme',
          tool: 'orders.create',
          range: '1.0.0',
          createdBy: null,
          cause: `trust ${version.id} 1`,
        },
        reason:
          'Its trust before decay, without audit, freshness and ratings, is 0.120 of what it could be, below 0.2, with confidence 0.85 after 123 calls (inside view).',
      },
    ]);
    expect(notices.sent.map((it) => it.kind)).toEqual(['tool.revoked']);
  });

  it('is never caused by decay: a tool unused for years is not revoked', async () => {
    const { house, version, pass, all } = await setUp({ trust: trust(0.9, 0.99) });
    house.clock.advance(5 * 365 * dayMs);
    expect(presentTrust(version, { view: 'inside', at: house.clock.now(), halfLifeDays: 90 }).score).toBeLessThan(
      0.001,
    );
    await pass();
    expect(all()).toEqual([]);
  });

  it('does not revoke again what was lifted, until it has recovered and falls once more', async () => {
    const { house, version, lift, pass, all, remember } = await setUp({ trust: trust(0.1) });
    await pass();
    house.clock.advance(3_600_000);
    await lift();
    const liftedOn = Math.floor(house.clock.now() / dayMs) * dayMs;
    remember([{ day: liftedOn - 3 * dayMs, base: 0.5, insideBase: 0.5, working: 0.8, t0: 0 }]);
    await pass();
    remember([
      { day: liftedOn, base: 0.5, insideBase: 0.5, working: 0.1, t0: 0 },
      { day: liftedOn + dayMs, base: 0.5, insideBase: 0.5, working: 0.24, t0: 0 },
    ]);
    await pass();
    expect(all()).toHaveLength(1);
    remember([{ day: liftedOn + 2 * dayMs, base: 0.5, insideBase: 0.5, working: 0.4, t0: 0 }]);
    house.clock.advance(9 * dayMs);
    await pass();
    expect(all().map((it) => it.cause)).toEqual([`trust ${version.id} 1`, `trust ${version.id} 2`]);
  });
});

describe('confirmed abuse', () => {
  it('is revoked when it is HIGH, by the next pass also when a crash came between', async () => {
    const { house, version, pass, all, lift } = await setUp();
    await house.findings.add(finding(version.id));
    await pass();
    expect(all()).toMatchObject([{ cause: 'finding finding-1', reason: expect.stringContaining('(secrecy; finding') }]);
    await lift();
    await pass();
    expect(all()).toHaveLength(1);
  });

  it('of MEDIUM severity, or not confirmed, is not', async () => {
    const { house, version, response, pass, all } = await setUp();
    await house.findings.add(finding(version.id, { severity: 'MEDIUM' }));
    await house.findings.add(finding(version.id, { id: 'finding-2', fingerprint: 'g', state: 'open' }));
    await pass();
    await response().confirmed(version, finding(version.id, { state: 'dismissed' }));
    expect(all()).toEqual([]);
  });
});

describe('an alert that a crash left', () => {
  const alert = (parts: Partial<SecurityAlert> = {}): SecurityAlert => ({
    ...{ id: 'alert-1', organisationId: 'org-acme', target: 'acme/orders.create', reason: 'It spies.' },
    ...{ severity: 'critical', evidenceUrl: 'https://a.example/7', raisedAt: 0, raisedBy: 'principal-root' },
    ...{ outcome: 'revoke', settledAt: null, revocationId: null },
    ...parts,
  });

  it('revokes when it was to, once', async () => {
    const { house, pass, all } = await setUp();
    await house.alerts.add(alert());
    await pass();
    await pass();
    expect(all()).toMatchObject([
      { range: null, cause: 'alert alert-1', reason: 'Security alert: It spies. (https://a.example/7)' },
    ]);
    const [settled] = await house.alerts.list({ limit: 1 });
    expect(settled).toMatchObject({ settledAt: house.clock.now(), revocationId: all()[0]?.id });
  });

  it('becomes a finding of each version when it was to, once', async () => {
    const { house, version, notices, pass, all } = await setUp();
    await house.alerts.add(alert({ outcome: 'find', severity: 'high' }));
    await pass();
    await pass();
    expect(all()).toEqual([]);
    expect(await house.findings.ofVersion(version.id)).toMatchObject([
      { subject: 'alert', severity: 'HIGH', state: 'open', signs: [{ rule: 'security-alert', weight: 0.8 }] },
    ]);
    expect(notices.sent.map((it) => it.kind)).toEqual(['finding.recorded']);
  });

  it('does not keep the rest waiting when it cannot be dealt with', async () => {
    const { house, pass, all } = await setUp({ trust: trust(0.1) });
    await house.alerts.add(alert({ outcome: 'find' }));
    house.alerts.settle = async () => Promise.reject(new Error('away'));
    await expect(pass()).rejects.toThrow('away');
    expect(all()).toMatchObject([{ cause: expect.stringMatching(/^trust /) }]);
  });

  it('stops when the server does', async () => {
    const { house, response } = await setUp();
    await house.alerts.add(alert());
    await response().run(AbortSignal.abort());
    expect(await house.alerts.unsettled(1)).toHaveLength(1);
  });
});
