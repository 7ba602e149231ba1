import { SmallHouse } from '@assay/gateway/testing';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest, aNamespace, aVersion } from '../testing/builders.js';
import { targetOf } from './revocation.js';
import { RevokeTools } from './revoke-tools.js';
import type { RevocationTarget } from './target.js';

const may = ['registry:read', 'registry:revoke'];
const ann = aCaller({}, may);
/** Administers the other organisation, which runs nothing. */
const eve = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, [...may, 'admin']);
/** Administers the organisation that runs the installation. */
const root = aCaller({ id: 'principal-root' }, [...may, 'admin']);

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  await house.identities.addNamespace(aNamespace({ name: 'secret', visibility: 'private', owners: ['principal-zoe'] }));
  await house.identities.addNamespace(
    aNamespace({ name: 'globex', organisationId: 'org-other', visibility: 'public', owners: ['principal-eve'] }),
  );
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  for (const [at, version] of ['1.0.0', '2.0.0'].entries())
    await house.tools.publish(aVersion(aManifest({ version })), at);
  for (const name of ['secret/plan', 'globex/orders']) {
    const organisationId = name.startsWith('globex') ? 'org-other' : 'org-acme';
    await house.tools.publish(aVersion(aManifest({ name }), { organisationId }), 0);
  }
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { catalogue, directory, audit, feed, clock, random } = house;
  const consumers = { of: async () => [{ organisationId: 'org-acme', principalId: 'principal-bob' }] };
  const listed = new Set<string>();
  const shown: string[] = [];
  const servers = {
    has: async (target: RevocationTarget) => listed.has(targetOf(target)),
    show: async (target: RevocationTarget) => void shown.push(targetOf(target)),
  };
  const tools = new RevokeTools({
    servers,
    ...{ catalogue, directory, audit, feed, clock, random, notices, consumers },
    store: house.revocations,
  });
  const covered = (id = 'acme/orders.create', key = '1.0.0') => catalogue.revocations.covering(id, key) !== undefined;
  return { house, tools, notices, covered, listed, shown };
}
const reason = 'It loses orders.';

describe('RevokeTools', () => {
  it('revokes immediately, with a record and a notice to owner and user', async () => {
    const { house, tools, notices, covered } = await setUp();
    const revoked = await tools.revoke(ann, { target: 'acme/orders.create@^1', reason });
    expect(revoked).toMatchObject({
      ok: true,
      value: {
        created: true,
        revocation: {
          organisationId: 'org-acme',
          namespace: 'acme',
          tool: 'orders.create',
          range: '^1',
          reason,
          createdAt: house.clock.now(),
          createdBy: 'principal-ann',
          lifted: null,
        },
      },
    });
    expect([covered(), covered('acme/orders.create', '2.0.0')]).toEqual([true, false]);
    expect(house.audit.records.at(-1)).toMatchObject({
      action: 'tool.revoke',
      subject: 'acme/orders.create@^1',
      principalId: 'principal-ann',
      details: { reason },
    });
    expect(notices.sent[0]?.to.map((it) => it.principalId)).toEqual(['principal-ann', 'principal-bob']);
  });

  it('returns the one in force for a repeated request in any spelling', async () => {
    const { house, tools, notices } = await setUp();
    const first = await tools.revoke(ann, { target: 'acme/orders.create@^1', reason });
    const id = first.ok && first.value.revocation.id;
    for (const target of ['acme/orders.create@^1', 'acme/orders.create@1', 'acme/orders.create@>=1.0.0-0 <2.0.0-0']) {
      const again = await tools.revoke(ann, { target, reason: 'Another reason.' });
      expect(again).toMatchObject({ ok: true, value: { created: false, revocation: { id, reason } } });
    }
    expect(house.actions.filter((it) => it.startsWith('tool.revoke'))).toHaveLength(1);
    expect(notices.sent).toHaveLength(1);
    expect(await tools.revoke(ann, { target: 'acme/orders.create', reason })).toMatchObject({
      value: { created: true },
    });
  });

  it('covers later versions, and a whole namespace', async () => {
    const { house, tools, covered } = await setUp();
    await tools.revoke(ann, { target: 'acme/*', reason });
    await house.tools.publish(aVersion(aManifest({ name: 'acme/new' })), 0);
    await house.feed.caughtUp();
    expect([covered('acme/new'), covered('globex/orders')]).toEqual([true, false]);
  });

  it('is lifted, recorded and announced; its record is kept, and the same target can be revoked again', async () => {
    const { house, tools, notices, covered } = await setUp();
    const first = await tools.revoke(ann, { target: 'acme/orders.create', reason });
    const id = first.ok ? first.value.revocation.id : '';
    house.clock.advance(1_000);
    const lifting = { at: house.clock.now(), by: 'principal-root', reason: 'Fixed.' };
    expect(await tools.lift(root, id, 'Fixed.')).toMatchObject({ ok: true, value: { id, reason, lifted: lifting } });
    house.clock.advance(1_000);
    expect(await tools.lift(ann, id, 'Me too.')).toMatchObject({ ok: true, value: { lifted: lifting } });
    expect(covered()).toBe(false);
    expect(house.actions.filter((it) => it.startsWith('tool.reinstate'))).toEqual([
      'tool.reinstate acme/orders.create',
    ]);
    expect(notices.lines).toEqual(['tool.revoked acme/orders.create', 'tool.reinstated acme/orders.create']);
    expect(await tools.revoke(ann, { target: 'acme/orders.create', reason })).toMatchObject({
      value: { created: true },
    });
    expect(covered()).toBe(true);
    expect(tools.list(ann).map((it) => it.lifted === null)).toEqual([true, false]);
    expect([tools.list(ann, 'active').length, tools.list(ann, 'lifted').map((it) => it.id)]).toEqual([1, [id]]);
  });

  it('keeps versions revoked that another revocation covers too', async () => {
    const { tools, covered } = await setUp();
    const narrow = await tools.revoke(ann, { target: 'acme/orders.create@1.0.0', reason });
    await tools.revoke(ann, { target: 'acme/*', reason });
    await tools.lift(ann, narrow.ok ? narrow.value.revocation.id : '', null);
    expect(covered()).toBe(true);
  });

  // who, target, answer
  it.each([
    ['what is not there', ann, 'acme/none', 'not_found', /No tool "acme\/none"/],
    ['a namespace that is not there', ann, 'none/*', 'not_found', /No namespace "none"/],
    ['what the caller may not see', ann, 'secret/plan', 'not_found', /No tool "secret\/plan"/],
    ['what another organisation owns', ann, 'globex/orders', 'forbidden', /belongs to another organisation/],
    ['what another organisation owns, to its administrator', eve, 'acme/*', 'not_found', /No namespace/],
    ['anything without the scope', aCaller(), 'acme/orders.create', 'forbidden', /registry:revoke/],
    ['beyond the key’s narrowing', aCaller({}, may, ['globex']), 'acme/orders.create', 'not_found', /No tool/],
    ['what is no range', ann, 'acme/orders.create@soon', 'invalid_request', /not a valid version range/],
  ])('refuses %s, and changes nothing', async (_case, caller, target, code, message) => {
    const { house, tools, notices } = await setUp();
    const before = house.actions.length;
    const refused = await tools.revoke(caller, { target, reason });
    expect(refused).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
    expect([house.actions.length, notices.sent, [...house.catalogue.revocations.all()]]).toEqual([before, [], []]);
  });

  it('is allowed in any namespace for administrators of the installation', async () => {
    const { tools, covered } = await setUp();
    expect(await tools.revoke(root, { target: 'globex/orders', reason })).toMatchObject({
      value: { revocation: { organisationId: 'org-other', createdBy: 'principal-root' } },
    });
    expect(await tools.revoke(root, { target: 'secret/*', reason })).toMatchObject({ ok: true });
    expect([covered('globex/orders'), covered('secret/plan')]).toEqual([true, true]);
  });

  it('is shown, counted and lifted by permitted callers', async () => {
    const { tools } = await setUp();
    const secret = await tools.revoke(root, { target: 'secret/*', reason });
    const open = await tools.revoke(root, { target: 'globex/orders', reason });
    if (!secret.ok || !open.ok) throw new Error('not revoked');
    expect(tools.list(ann).map((it) => it.namespace)).toEqual(['globex']);
    expect([root, ann].map((it) => tools.coverage(it, secret.value.revocation))).toEqual([1, 0]);
    expect(tools.coverage(ann, open.value.revocation)).toBe(1);
    expect(await tools.lift(ann, secret.value.revocation.id, null)).toMatchObject({ error: { code: 'not_found' } });
    expect(await tools.lift(ann, open.value.revocation.id, null)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await tools.lift(ann, 'no such', null)).toMatchObject({ error: { code: 'not_found' } });
    expect(await tools.lift(root, open.value.revocation.id, null)).toMatchObject({ ok: true });
  });

  it('is lifted by the owner’s organisation only when that made it', async () => {
    const { house, tools } = await setUp();
    await house.addPrincipal({ id: eve.principalId as string, name: 'eve', organisationId: 'org-other' });
    const imposed = await tools.revoke(root, { target: 'globex/orders', reason });
    const own = await tools.revoke(eve, { target: 'globex/*', reason });
    if (!imposed.ok || !own.ok) throw new Error('not revoked');
    expect(await tools.lift(eve, imposed.value.revocation.id, null)).toMatchObject({
      error: { code: 'forbidden', message: expect.stringMatching(/only they can lift it/) },
    });
    expect(house.catalogue.revocations.get(imposed.value.revocation.id)?.lifted).toBeNull();
    expect(await tools.lift(eve, own.value.revocation.id, null)).toMatchObject({ ok: true });
  });

  it('passes to an administrator of the installation who revokes the same, and the owner can no longer lift it', async () => {
    const { house, tools } = await setUp();
    await house.addPrincipal({ id: eve.principalId as string, name: 'eve', organisationId: 'org-other' });
    await house.addPrincipal({ id: root.principalId as string, name: 'root' });
    const own = await tools.revoke(eve, { target: 'globex/orders', reason });
    const id = own.ok ? own.value.revocation.id : '';
    const imposed = await tools.revoke(root, { target: 'globex/orders', reason: 'It spies.' });
    const taken = { id, createdBy: 'principal-root', reason: 'It spies.', lifted: null };
    expect(imposed).toMatchObject({ value: { created: false, revocation: taken } });
    expect(house.audit.records.at(-1)).toMatchObject({ action: 'tool.revoke', details: { formerly: 'principal-eve' } });
    expect(await tools.revoke(eve, { target: 'globex/orders', reason })).toMatchObject({
      value: { revocation: taken },
    });
    expect(await tools.lift(eve, id, null)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await tools.lift(root, id, null)).toMatchObject({ ok: true });
  });

  it('of a range in which a caller sees no version is not there for it', async () => {
    const { house, tools } = await setUp();
    await house.tools.publish(aVersion(aManifest({ version: '3.0.0', visibility: 'private' })), 2);
    await house.feed.caughtUp();
    for (const range of ['3.0.0', '>=2', '^4'])
      await tools.revoke(root, { target: `acme/orders.create@${range}`, reason });
    const bob = aCaller({ id: 'principal-bob', name: 'bob' }, may);
    expect(tools.list(root).map((it) => it.range)).toEqual(['^4', '>=2', '3.0.0']);
    expect(tools.list(bob).map((it) => it.range)).toEqual(['^4', '>=2']);
  });

  it('is created once for concurrent requests', async () => {
    const { house, tools } = await setUp();
    const all = await Promise.all(Array.from({ length: 10 }, () => tools.revoke(ann, { target: 'acme/*', reason })));
    const made = all.flatMap((it) => (it.ok ? [it.value] : []));
    expect(made.filter((it) => it.created)).toHaveLength(1);
    expect(new Set(made.map((it) => it.revocation.id)).size).toBe(1);
    expect(house.actions.filter((it) => it.startsWith('tool.revoke'))).toHaveLength(1);
  });

  it('is kept when notices cannot be sent', async () => {
    const { house, tools, notices, covered } = await setUp();
    notices.send = () => Promise.reject(new Error('The database is away.'));
    expect(await tools.revoke(ann, { target: 'acme/orders.create', reason })).toMatchObject({ ok: true });
    expect([covered(), house.actions.at(-1)]).toEqual([true, 'tool.revoke acme/orders.create']);
  });

  it('resolves a former name to its current meaning', async () => {
    const { house, tools, covered } = await setUp();
    const alias = { organisationId: 'org-acme', createdAt: 0, createdBy: null };
    house.directory.apply({
      kind: 'namespace-alias',
      id: 'a',
      state: { id: 'a', name: 'old', target: 'acme', ...alias },
    });
    const target = 'acme/orders.create';
    house.directory.apply({
      kind: 'tool-alias',
      id: 'b',
      state: { id: 'b', name: 'acme/orders.make', target, ...alias },
    });
    for (const named of ['old/orders.create', 'old/orders.make', 'acme/orders.make']) {
      const found = await tools.revoke(ann, { target: `${named}@1.0.0`, reason });
      expect(found).toMatchObject({ ok: true, value: { revocation: { namespace: 'acme', tool: 'orders.create' } } });
    }
    expect(covered()).toBe(true);
    expect(await tools.revoke(ann, { target: 'old/*', reason })).toMatchObject({
      value: { revocation: { namespace: 'acme' } },
    });
  });

  it('of a listed server with an unclaimed namespace: by administrators of the installation, shown immediately', async () => {
    const { house, tools, listed, shown, covered } = await setUp();
    for (const target of ['com.evil/*', 'com.evil/server', 'com.evil/server@^1', 'com.evil/server@release-7']) {
      listed.add(target);
      const revoked = await tools.revoke(root, { target, reason });
      const revocation = { organisationId: 'org-acme', namespace: 'com.evil', createdBy: 'principal-root' };
      expect(revoked).toMatchObject({ ok: true, value: { created: true, revocation } });
      expect(shown.at(-1)).toBe(target);
      expect(covered('com.evil/server', target.endsWith('7') ? 'release-7' : '1.0.0')).toBe(true);
      const id = revoked.ok ? revoked.value.revocation.id : '';
      expect(tools.list(root, 'active')).toMatchObject([{ id }]);
      // Others neither see nor lift it.
      expect(tools.list(ann)).toEqual([]);
      expect(await tools.lift(ann, id, null)).toMatchObject({ ok: false, error: { code: 'not_found' } });
      expect(await tools.lift(root, id, null)).toMatchObject({ ok: true });
      expect(covered('com.evil/server', '1.0.0')).toBe(false);
      expect(shown).toHaveLength(2);
      shown.length = 0;
    }
    expect(house.actions.filter((it) => it.startsWith('tool.re'))).toHaveLength(8);
  });

  it('rejects names of neither a tool nor a listed server, and listed servers for other callers', async () => {
    const { tools, listed } = await setUp();
    for (const target of ['com.evil/*', 'com.evil/server', 'acme/server'])
      expect(await tools.revoke(root, { target, reason })).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await tools.revoke(root, { target: 'com.evil/server@release-7', reason })).toMatchObject({
      ok: false,
      error: { code: 'invalid_request' },
    });
    listed.add('com.evil/server').add('com.evil/server@release-7').add('com.evil/server@release-8');
    for (const caller of [ann, eve])
      expect(await tools.revoke(caller, { target: 'com.evil/server', reason })).toMatchObject({
        error: { code: 'not_found' },
      });
    expect(await tools.revoke(eve, { target: 'com.evil/server@release-7', reason })).toMatchObject({ ok: false });
    // Neither is a valid range, and yet they are distinct.
    for (const target of ['com.evil/server@release-7', 'com.evil/server@release-8'])
      expect(await tools.revoke(root, { target, reason })).toMatchObject({ value: { created: true } });
  });

  it('cannot be lifted by a later owner of the namespace when an administrator made it', async () => {
    const { house, tools, listed } = await setUp();
    listed.add('com.evil/*');
    const revoked = await tools.revoke(root, { target: 'com.evil/*', reason });
    const owners = ['principal-eve'];
    await house.identities.addNamespace(
      aNamespace({ name: 'com.evil', organisationId: 'org-other', visibility: 'public', owners }),
    );
    await house.feed.caughtUp();
    const id = revoked.ok ? revoked.value.revocation.id : '';
    expect(await tools.lift(eve, id, null)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  it('is kept when it cannot be shown now', async () => {
    const { house, notices, covered } = await setUp();
    const { catalogue, directory, audit, feed, clock, random } = house;
    const broken = { has: async () => false, show: () => Promise.reject(new Error('no database')) };
    const tools = new RevokeTools({
      ...{ catalogue, directory, audit, feed, clock, random, notices },
      consumers: { of: async () => [] },
      servers: broken,
      store: house.revocations,
    });
    expect(await tools.revoke(ann, { target: 'acme/orders.create', reason })).toMatchObject({ ok: true });
    expect(covered()).toBe(true);
  });
});
