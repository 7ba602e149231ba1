import { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { RevokeByRule } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { RaiseAlert } from './raise-alert.js';

const may = ['registry:read', 'trust:attest'];
const ann = aCaller({}, may);
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other', name: 'eve' }, may);
const reason = 'It logs card numbers.';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ visibility: 'public' }));
  await house.identities.addNamespace(aNamespace({ name: 'hidden', visibility: 'private' }));
  for (const [at, version] of ['1.0.0', '1.1.0', '2.0.0'].entries())
    await house.tools.publish(aVersion(aManifest({ version, visibility: 'public' })), at);
  await house.tools.publish(aVersion(aManifest({ name: 'hidden/plan' })), 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { catalogue, directory, audit, feed, clock, random, findings, alerts } = house;
  const base = { catalogue, directory, audit, feed, clock, random, notices };
  const byRule = new RevokeByRule({
    ...base,
    store: house.revocations,
    consumers: { of: async () => [] },
    servers: { has: async () => false, show: async () => {} },
  });
  const raise = new RaiseAlert({ ...base, findings, alerts, byRule });
  const covered = (key: string) => catalogue.revocations.covering('acme/orders.create', key) !== undefined;
  return { house, raise, covered, notices };
}

describe('RaiseAlert', () => {
  it('revokes at once what is critical, on the word of the installation’s own organisation', async () => {
    const { raise, covered, house } = await setUp();
    const raised = await raise.run(ann, { target: 'acme/orders.create@^1', reason, severity: 'critical' });
    expect(raised).toMatchObject({ value: { outcome: 'revoke', settledAt: house.clock.now() } });
    expect([covered('1.1.0'), covered('2.0.0')]).toEqual([true, false]);
    expect(house.actions).toEqual(['alert.raise acme/orders.create@^1', 'tool.revoke acme/orders.create@^1']);
  });

  it('lets a whole namespace be revoked by a critical one only', async () => {
    const { raise, covered, house } = await setUp();
    const refused = await raise.run(ann, { target: 'acme/*', reason, severity: 'high' });
    expect(refused).toMatchObject({ error: { code: 'invalid_request', issues: [{ path: '/target' }] } });
    expect(house.actions).toEqual([]);
    expect(await raise.run(ann, { target: 'acme/*', reason, severity: 'critical' })).toMatchObject({ ok: true });
    expect(covered('2.0.0')).toBe(true);
  });

  it('makes findings of what another organisation says, whatever it calls it', async () => {
    const { raise, covered, house, notices } = await setUp();
    const raised = await raise.run(eve, { target: 'acme/orders.create@^1', reason, severity: 'critical' });
    expect(raised).toMatchObject({ value: { outcome: 'find', revocationId: null } });
    expect(covered('1.0.0')).toBe(false);
    expect(await house.findings.list({ subject: 'alert', limit: 9 })).toMatchObject([
      { severity: 'HIGH', score: 0.95 },
      { severity: 'HIGH', score: 0.95 },
    ]);
    expect(notices.sent.map((it) => it.kind)).toEqual(['finding.recorded', 'finding.recorded']);
  });

  it('makes a finding of MEDIUM severity of a medium one, with its evidence', async () => {
    const { raise, house } = await setUp();
    const evidenceUrl = 'https://a.example/7';
    await raise.run(ann, { target: 'acme/orders.create@2.0.0', reason, severity: 'medium', evidenceUrl });
    expect(await house.findings.list({ limit: 9 })).toMatchObject([
      { severity: 'MEDIUM', signs: [{ excerpt: `${reason} (${evidenceUrl})` }] },
    ]);
  });

  it.each([
    ['a tool that is not there', ann, 'acme/none', 'not_found'],
    ['a tool the caller may not see', eve, 'hidden/plan', 'not_found'],
    ['a range that is none', ann, 'acme/orders.create@new', 'invalid_request'],
    ['a range without a version', ann, 'acme/orders.create@^9', 'invalid_request'],
    ['a key without the scope', aCaller(), 'acme/orders.create', 'forbidden'],
    ['a key narrowed to another namespace', aCaller({}, may, ['beta']), 'acme/orders.create', 'forbidden'],
  ])('refuses %s, and changes nothing', async (_, caller, target, code) => {
    const { raise, house } = await setUp();
    expect(await raise.run(caller, { target, reason, severity: 'high' })).toMatchObject({ error: { code } });
    expect(house.actions).toEqual([]);
    expect(await house.alerts.list({ limit: 1 })).toEqual([]);
  });

  it('lists an organisation’s own, and all for who runs the installation', async () => {
    const { raise } = await setUp();
    const wish = { target: 'acme/orders.create', reason, severity: 'medium' } as const;
    await raise.run(ann, wish);
    await raise.run(eve, wish);
    expect(await raise.list(eve, { limit: 9 })).toHaveLength(1);
    expect(await raise.list(aCaller({}, [...may, 'admin']), { limit: 9 })).toHaveLength(2);
  });
});
