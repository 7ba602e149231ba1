import { type CreateGrant, roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageGrants } from './manage-grants.js';

const tool = 'acme/orders.create';
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob', name: 'bob' });
const admin = aCaller({ id: 'principal-root' }, roles.administrator);
const narrowed = aCaller({ id: 'principal-root' }, roles.administrator, ['globex']);
const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);

async function setUp(sees = true) {
  const house = await SmallHouse.open();
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  await house.identities.addNamespace(aNamespace());
  await house.feed.caughtUp();
  return {
    house,
    grants: new ManageGrants(
      house.identityPorts,
      () => sees,
      (name) => name === 'acme/orders',
    ),
  };
}
const wanted = (parts: Partial<CreateGrant> = {}): CreateGrant => ({
  tool,
  principal: 'bob',
  actions: ['call'],
  ...parts,
});

describe('ManageGrants.grant', () => {
  it('lets owners grant their tools to a colleague or to another organisation', async () => {
    const { house, grants } = await setUp();
    expect(await grants.grant(ann, wanted())).toMatchObject({
      value: { organisationId: 'org-acme', principalId: 'principal-bob', granteeOrganisationId: null, tool },
    });
    const toOther = wanted({ principal: undefined, organisation: 'other' });
    expect(await grants.grant(ann, toOther)).toMatchObject({
      value: { principalId: null, granteeOrganisationId: 'org-other' },
    });
    expect(house.directory.guestsOf(tool, [], 'org-acme')).toEqual({
      principals: ['principal-bob'],
      organisations: ['org-other'],
    });
    expect(house.audit.records[0]).toMatchObject({ action: 'grant.create', subject: tool, details: { to: 'bob' } });
  });

  it('reserves whole capabilities for administrators with an unnarrowed key', async () => {
    const { grants } = await setUp();
    const whole = wanted({ tool: undefined, capability: 'commerce' });
    expect(await grants.grant(ann, whole)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await grants.grant(narrowed, whole)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await grants.grant(admin, whole)).toMatchObject({ value: { tool: null, capability: 'commerce' } });
  });

  it('lets owners grant a whole server, which covers every tool on it', async () => {
    const { house, grants } = await setUp();
    const server = wanted({ tool: undefined, server: 'acme/orders' });
    expect(await grants.grant(ann, server)).toMatchObject({ value: { tool: null, server: 'acme/orders' } });
    const principals = (of?: string) => house.directory.guestsOf(tool, [], 'org-acme', of).principals;
    expect([principals(), principals('acme/orders'), principals('acme/other')]).toEqual([[], ['principal-bob'], []]);
    expect(house.directory.grantsOfServer('acme/orders', 'org-other')).toEqual([]);
    expect(house.audit.records[0]).toMatchObject({ action: 'grant.create', subject: 'acme/orders' });
    expect(grants.list(ann)).toHaveLength(1);
    const none = wanted({ tool: undefined, server: 'acme/none' });
    expect(await grants.grant(ann, none)).toMatchObject({ error: { code: 'not_found' } });
    expect(await grants.grant(bob, server)).toMatchObject({ error: { code: 'namespace_forbidden' } });
  });

  it('reserves grants to anonymous callers for administrators, and to servers', async () => {
    const { house, grants } = await setUp();
    const server = wanted({ tool: undefined, principal: 'anonymous', server: 'acme/orders' });
    expect(await grants.grant(ann, server)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await grants.grant(admin, wanted({ principal: 'anonymous' }))).toMatchObject({
      error: { code: 'forbidden' },
    });
    const granted = await grants.grant(admin, server);
    const made = house.directory.principalNamed('org-acme', 'anonymous');
    expect(granted).toMatchObject({ ok: true, value: { principalId: made?.id } });
    expect(made?.kind).toBe('service');
    await grants.grant(admin, server);
    expect(house.directory.grantsOfServer('acme/orders', 'org-acme').map((it) => it.principalId)).toEqual([
      made?.id,
      made?.id,
    ]);
  });

  it.each([
    ['by a colleague who owns nothing', bob, wanted(), 'namespace_forbidden'],
    ['by another organisation', tenant, wanted(), 'namespace_forbidden'],
    ['by a key restricted to other namespaces', narrowed, wanted(), 'namespace_forbidden'],
    ['to a principal that is not there', ann, wanted({ principal: 'nobody' }), 'not_found'],
    ['to an organisation that is not there', ann, wanted({ principal: undefined, organisation: 'none' }), 'not_found'],
  ])('refuses one %s', async (_, caller, body, code) => {
    const { house, grants } = await setUp();
    expect(await grants.grant(caller, body)).toMatchObject({ error: { code } });
    expect(house.actions).toEqual([]);
  });

  it('rejects unknown tools', async () => {
    const { grants } = await setUp(false);
    expect(await grants.grant(ann, wanted())).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('ManageGrants.withdraw and list', () => {
  it("can be revoked by its creator, by owners and by administrators, within their keys' namespaces", async () => {
    const { house, grants } = await setUp();
    await house.identities.addOwner('acme', 'principal-bob');
    await house.feed.caughtUp();
    const given = await grants.grant(ann, wanted());
    const id = given.ok ? given.value.id : '';
    for (const caller of [ann, bob, admin]) expect(grants.list(caller).map((it) => it.id)).toEqual([id]);
    for (const caller of [tenant, narrowed, aCaller({ id: 'principal-cat' }), aCaller({}, [], ['globex'])]) {
      expect(grants.list(caller)).toEqual([]);
      expect(await grants.withdraw(caller, id)).toMatchObject({ error: { code: 'not_found' } });
    }
    expect(await grants.withdraw(bob, id)).toMatchObject({ ok: true });
    expect(house.directory.grant(id)).toBeUndefined();
    expect(house.actions.at(-1)).toBe(`grant.delete ${tool}`);
  });

  it('lists the newest first', async () => {
    const { grants } = await setUp();
    await grants.grant(ann, wanted());
    await grants.grant(ann, wanted({ principal: 'ann' }));
    expect(grants.list(ann).map((it) => it.principalId)).toEqual(['principal-ann', 'principal-bob']);
  });
});

describe('ManageGrants.endorse', () => {
  it('is an administrator’s, for their own organisation, once', async () => {
    const { house, grants } = await setUp();
    const first = await grants.endorse(tenant, tool);
    const again = await grants.endorse(tenant, tool, 'other');
    expect(first).toMatchObject({ value: { organisationId: 'org-other', tool } });
    expect(again).toEqual(first);
    expect(house.directory.isEndorsed(tool, 'org-other')).toBe(true);
    expect(house.directory.isEndorsed(tool, 'org-acme')).toBe(false);
  });

  it.each([
    ['without the scope admin', ann, undefined, 'forbidden'],
    ['for another organisation', admin, 'other', 'forbidden'],
    ['with a key restricted to others', narrowed, undefined, 'forbidden'],
  ])('is refused %s', async (_, caller, organisation, code) => {
    const { house, grants } = await setUp();
    expect(await grants.endorse(caller, tool, organisation)).toMatchObject({ error: { code } });
    expect(house.actions).toEqual([]);
  });

  it('does not know what the administrator cannot see', async () => {
    const { grants } = await setUp(false);
    expect(await grants.endorse(admin, tool)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('is withdrawn by an administrator of the same organisation', async () => {
    const { house, grants } = await setUp();
    const made = await grants.endorse(admin, tool);
    const id = made.ok ? made.value.id : '';
    for (const caller of [ann, tenant, narrowed]) {
      expect(await grants.withdrawEndorsement(caller, id)).toMatchObject({ error: { code: 'not_found' } });
    }
    expect(await grants.withdrawEndorsement(admin, id)).toMatchObject({ ok: true });
    expect(house.directory.isEndorsed(tool, 'org-acme')).toBe(false);
    expect(house.actions).toEqual([`endorsement.create ${tool}`, `endorsement.delete ${tool}`]);
  });
});
