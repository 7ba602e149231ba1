import { roles } from '@assay/contracts';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { SmallHouse } from '../testing/small-house.js';
import { ManageLimits } from './manage-limits.js';

const ann = aCaller();
const admin = aCaller({ id: 'principal-root' }, roles.administrator);
const boss = aCaller({ id: 'principal-boss', name: 'boss', organisationId: 'org-other' }, roles.administrator);
const narrowed = aCaller({ id: 'principal-boss', organisationId: 'org-other' }, roles.administrator, ['globex']);

async function setUp() {
  const house = await SmallHouse.open();
  await house.addPrincipal({ id: 'principal-root', name: 'root', organisationId: 'org-acme' });
  await house.addPrincipal({ id: 'principal-bob', name: 'bob', organisationId: 'org-other' });
  await house.identities.addNamespace(aNamespace({ visibility: 'public' }));
  await house.identities.addNamespace(
    aNamespace({ name: 'globex', organisationId: 'org-other', owners: ['principal-bob'], visibility: 'public' }),
  );
  for (const name of ['acme/orders.create', 'globex/ships', 'globex/sails'])
    await house.tools.publish(
      aVersion(aManifest({ name }), { organisationId: name.startsWith('acme') ? 'org-acme' : 'org-other' }),
      0,
    );
  await house.feed.caughtUp();
  return { house, limits: new ManageLimits(house.limitPorts) };
}

describe('ManageLimits', () => {
  it('sets a limit, which holds at once and is audited', async () => {
    const { house, limits } = await setUp();
    const asked = { limit: 9, reason: 'its upstream is small' };
    expect(await limits.set(admin, 'tool.calls', 'acme/orders.create', asked)).toMatchObject({
      value: { name: 'tool.calls', tool: 'acme/orders.create', subjectId: null, setBy: 'principal-root', ...asked },
    });
    expect(house.limitRules.inForce('tool.calls', 'acme/orders.create')).toEqual({ limit: 9, source: 'own' });
    expect(house.actions).toEqual(['limit.set acme/orders.create']);
    await limits.clear(admin, 'tool.calls', 'acme/orders.create');
    expect(house.limitRules.inForce('tool.calls', 'acme/orders.create').limit).toBeNull();
    expect(await limits.clear(admin, 'tool.calls', 'acme/orders.create')).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(house.actions).toEqual(['limit.set acme/orders.create', 'limit.clear acme/orders.create']);
  });

  it.each([
    ['provider.calls', 'other', 'other'],
    ['namespace.calls', 'globex', 'globex'],
    ['caller.calls', 'other/bob', 'other/bob'],
    ['caller.calls', 'ann', 'default/ann'],
    ['sandbox.calls', '*', '*'],
    ['address.logins', '*', '*'],
  ] as const)('finds what %s is set for when %s is named', async (name, subject, full) => {
    const { limits } = await setUp();
    const set = await limits.set(admin, name, subject, { limit: 1 });
    if (!set.ok) throw new Error(set.error.message);
    expect(limits.subjectName(set.value)).toBe(full);
  });

  it.each([
    ['provider.calls', 'nobody', 'No organisation "nobody"'],
    ['namespace.calls', 'nowhere', 'No namespace "nowhere"'],
    ['tool.calls', 'acme/none', 'No tool "acme/none"'],
    ['tool.calls', 'acme', 'No tool "acme"'],
    ['caller.calls', 'other/nobody', 'No principal "other/nobody"'],
    ['caller.calls', 'nobody/ann', 'No principal "nobody/ann"'],
    ['address.logins', '10.0.0.1', 'use "*" instead of "10.0.0.1"'],
  ] as const)('says that %s has no %s', async (name, subject, message) => {
    const { limits, house } = await setUp();
    const refused = await limits.set(admin, name, subject, { limit: 1 });
    expect(refused).toMatchObject({ error: { message: expect.stringContaining(message) } });
    expect(house.actions).toEqual([]);
  });

  it('lets an administrator of another organisation limit its own, not above what holds for everybody', async () => {
    const { limits } = await setUp();
    const outcomes = [
      await limits.set(boss, 'tool.calls', 'globex/ships', { limit: 100 }),
      await limits.set(boss, 'namespace.calls', 'globex', { limit: 1_000 }),
      await limits.set(boss, 'caller.calls', 'bob', { limit: 300_000 }),
      await limits.set(boss, 'caller.calls', 'bob', { limit: 300_001 }),
      await limits.set(boss, 'provider.calls', 'other', { limit: 1 }),
      await limits.set(boss, 'sandbox.calls', 'globex/ships', { limit: 1 }),
      await limits.set(boss, 'caller.calls', '*', { limit: 1 }),
      await limits.set(narrowed, 'tool.calls', 'globex/ships', { limit: 7 }),
      await limits.set(narrowed, 'caller.calls', 'bob', { limit: 7 }),
      await limits.set(ann, 'namespace.calls', 'acme', { limit: 7 }),
    ];
    expect(outcomes.map((it) => (it.ok ? 'set' : it.error.code))).toEqual([
      'set',
      'set',
      'set',
      ...Array.from({ length: 4 }, () => 'forbidden'),
      'set',
      'forbidden',
      'forbidden',
    ]);
    expect(await limits.clear(boss, 'caller.calls', 'bob')).toMatchObject({ ok: true });
  });

  it('lets nobody loosen what who runs the installation has set', async () => {
    const { limits } = await setUp();
    await limits.set(admin, 'tool.calls', '*', { limit: 50 });
    await limits.set(admin, 'tool.calls', 'globex/ships', { limit: 10 });
    await limits.set(admin, 'caller.calls', 'other/bob', { limit: 5 });
    const refusals = [
      await limits.set(boss, 'tool.calls', 'globex/sails', { limit: 51 }),
      await limits.set(boss, 'tool.calls', 'globex/ships', { limit: 9 }),
      await limits.clear(boss, 'tool.calls', 'globex/ships'),
      await limits.clear(boss, 'caller.calls', 'bob'),
    ];
    expect(refusals.map((it) => (it.ok ? 'done' : it.error.message))).toEqual([
      expect.stringContaining('at most 50, the general limit'),
      ...Array.from({ length: 3 }, () => expect.stringContaining('ask them to change it')),
    ]);
    expect(await limits.clear(admin, 'caller.calls', 'other/bob')).toMatchObject({ ok: true });
    expect(await limits.set(boss, 'caller.calls', 'bob', { limit: 7 })).toMatchObject({ ok: true });
    expect(await limits.clear(boss, 'caller.calls', 'bob')).toMatchObject({ ok: true });
  });

  it('lists to each administrator what it could change, newest first', async () => {
    const { house, limits } = await setUp();
    for (const [name, subject] of [
      ['tool.calls', 'globex/ships'],
      ['caller.calls', 'other/bob'],
      ['tool.calls', '*'],
      ['tool.calls', 'acme/orders.create'],
    ] as const) {
      house.clock.advance(1_000);
      await limits.set(admin, name, subject, { limit: 1 });
    }
    const listed = (caller: typeof boss, name?: 'tool.calls') =>
      limits.list(caller, name).map((it) => limits.subjectName(it));
    expect(listed(admin)).toEqual(['acme/orders.create', '*', 'other/bob', 'globex/ships']);
    expect(listed(admin, 'tool.calls')).toEqual(['acme/orders.create', '*', 'globex/ships']);
    expect(listed(boss)).toEqual(['other/bob', 'globex/ships']);
    expect(listed(narrowed)).toEqual(['globex/ships']);
    expect(listed(ann)).toEqual([]);
  });
});
