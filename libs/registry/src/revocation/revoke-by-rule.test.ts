import { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest, aNamespace, aVersion } from '../testing/builders.js';
import { AppealRevocation } from './appeal-revocation.js';
import { RevokeByRule } from './revoke-by-rule.js';
import { RevokeTools } from './revoke-tools.js';

const ann = aCaller();
const bob = aCaller({ id: 'principal-bob' });
const root = aCaller({ id: 'principal-root' }, ['registry:read', 'registry:revoke', 'admin']);
const target = { namespace: 'acme', tool: 'orders.create', range: '1.0.0' };
const ground = { cause: 'finding 7', reason: 'It collects conversations.' };

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ visibility: 'public' }));
  await house.addPrincipal({ id: 'principal-root', name: 'root' });
  await house.identities.addKey({
    ...{ id: 'key-root', organisationId: 'org-acme', principalId: 'principal-root', prefix: 'p', hash: 'h' },
    ...{ scopes: ['admin'], namespaces: null, createdAt: 0, createdBy: null, expiresAt: null, revokedAt: null },
  });
  await house.tools.publish(aVersion(aManifest()), 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { catalogue, directory, audit, feed, clock, random } = house;
  const ports = {
    ...{ catalogue, directory, audit, feed, clock, random, notices, store: house.revocations },
    consumers: { of: async () => [] },
    servers: { has: async () => false, show: async () => {} },
  };
  const covered = () => catalogue.revocations.covering('acme/orders.create', '1.0.0') !== undefined;
  return {
    ...{ house, notices, covered },
    byRule: new RevokeByRule(ports),
    tools: new RevokeTools(ports),
    appeals: new AppealRevocation(ports),
  };
}

describe('RevokeByRule', () => {
  it('revokes like an administrator: effective immediately, with record and notice', async () => {
    const { house, notices, covered, byRule } = await setUp();
    const done = await byRule.run(target, ground);
    expect(done).toMatchObject({ created: true, revocation: { createdBy: null, ...target, ...ground } });
    expect(covered()).toBe(true);
    expect(house.audit.records.at(-1)).toMatchObject({
      action: 'tool.revoke',
      subject: 'acme/orders.create@1.0.0',
      principalId: null,
      details: ground,
    });
    expect(notices.sent).toMatchObject([{ kind: 'tool.revoked', text: expect.stringContaining('/appeal') }]);
  });

  it('revokes once per cause, also after lifting; another cause revokes again', async () => {
    const { house, notices, covered, byRule, tools } = await setUp();
    const done = await byRule.run(target, ground);
    expect(await byRule.run(target, ground)).toMatchObject({ created: false });
    await tools.lift(root, done?.revocation.id ?? '', 'A false alarm.');
    expect(await byRule.run({ ...target, range: null }, ground)).toMatchObject({ created: false });
    expect(covered()).toBe(false);
    expect(house.actions.filter((it) => it.startsWith('tool.revoke'))).toHaveLength(1);
    expect(notices.sent.map((it) => it.kind)).toEqual(['tool.revoked', 'tool.reinstated']);
    expect(await byRule.run(target, { ...ground, cause: 'finding 8' })).toMatchObject({ created: true });
    expect(covered()).toBe(true);
  });

  it('keeps an existing revocation, and ignores an unknown namespace', async () => {
    const { byRule, tools } = await setUp();
    await tools.revoke(root, { target: 'acme/orders.create@1.0.0', reason: 'It spies.' });
    expect(await byRule.run(target, ground)).toMatchObject({ created: false, revocation: { reason: 'It spies.' } });
    expect(await byRule.run({ ...target, namespace: 'none' }, ground)).toBeUndefined();
  });

  it('is not lifted by the owner', async () => {
    const { byRule, tools } = await setUp();
    const done = await byRule.run(target, ground);
    const owner = aCaller({}, ['registry:read', 'registry:revoke']);
    expect(await tools.lift(owner, done?.revocation.id ?? '', 'Mine.')).toMatchObject({ error: { code: 'forbidden' } });
  });
});

describe('AppealRevocation', () => {
  it("stores the owner's appeal once, and notifies the administrators", async () => {
    const { house, notices, byRule, appeals, covered } = await setUp();
    const id = (await byRule.run(target, ground))?.revocation.id ?? '';
    const appeal = { at: house.clock.now(), by: 'principal-ann', reason: 'It was the network.' };
    expect(await appeals.run(ann, id, appeal.reason)).toMatchObject({ value: { id, appeal, lifted: null } });
    expect(covered()).toBe(true);
    expect(notices.sent.at(-1)).toMatchObject({
      kind: 'revocation.appealed',
      subject: 'acme/orders.create@1.0.0',
      text: expect.stringContaining('It was the network.'),
      to: [{ principalId: 'principal-root' }],
    });
    expect(house.actions.at(-1)).toBe('revocation.appeal acme/orders.create@1.0.0');
    expect(await appeals.run(ann, id, 'Again.')).toMatchObject({ error: { code: 'conflict' } });
  });

  it('rejects strangers, lifted and unknown revocations', async () => {
    const { byRule, tools, appeals, house } = await setUp();
    const id = (await byRule.run(target, ground))?.revocation.id ?? '';
    expect(await appeals.run(bob, id, 'x')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await appeals.run(ann, 'none', 'x')).toMatchObject({ error: { code: 'not_found' } });
    await tools.lift(root, id, null);
    const before = house.actions.length;
    expect(await appeals.run(ann, id, 'x')).toMatchObject({ error: { code: 'conflict' } });
    expect(house.actions).toHaveLength(before);
  });
});
