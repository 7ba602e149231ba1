import { SmallHouse } from '@assay/gateway/testing';
import { aNamespace, aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { callerOf } from './authenticate-key.js';
import { ManageTeams } from './manage-teams.js';
import { owns } from './ownership.js';
import { audienceOf, canSee } from './visibility.js';

const bob = { id: 'principal-bob', name: 'bob' };

async function setUp() {
  const house = await SmallHouse.open();
  await house.addPrincipal(bob);
  await house.addPrincipal({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' });
  await house.identities.addNamespace(aNamespace({ visibility: 'private' }));
  await house.feed.caughtUp();
  const teams = new ManageTeams({ ...house.identityPorts, teams: house.teams });
  /** The caller as of that principal's next request. */
  const as = (parts: object = {}, scopes: string[] = ['registry:publish'], namespaces: string[] | null = null) => {
    const principal = aPrincipal(parts);
    return callerOf(principal, scopes, namespaces, house.directory.teams.of(principal.id));
  };
  const shown = () => house.directory.namespace('acme') ?? aNamespace();
  return { house, teams, as, shown };
}

describe('ManageTeams', () => {
  it('makes the creator of a team its first member, who can add others', async () => {
    const { house, teams, as } = await setUp();
    expect(await teams.create(as(), 'payments')).toMatchObject({ value: { members: ['principal-ann'] } });
    expect(await teams.create(as(bob), 'payments')).toMatchObject({ error: { code: 'conflict' } });
    expect(await teams.addMember(as(bob), 'payments', 'bob')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await teams.addMember(as(), 'payments', 'bob')).toMatchObject({
      value: { members: ['principal-ann', 'principal-bob'] },
    });
    expect(await teams.addMember(as(), 'payments', 'nobody')).toMatchObject({ error: { code: 'not_found' } });
    expect(await teams.removeMember(as(bob), 'payments', 'ann')).toMatchObject({ value: { members: [bob.id] } });
    expect(await teams.removeMember(as(bob), 'payments', 'ann')).toMatchObject({ error: { code: 'not_found' } });
    expect(house.actions).toEqual(['team.create payments', 'team.add-member payments', 'team.remove-member payments']);
  });

  it("lets members of an owning team own and see its namespaces, within their keys' namespaces", async () => {
    const { teams, as, shown } = await setUp();
    await teams.create(as(), 'payments');
    await teams.addMember(as(), 'payments', 'bob');
    expect([owns(as(bob), shown()), canSee(as(bob), audienceOf(shown()))]).toEqual([false, false]);
    expect(await teams.own(as(bob), 'acme', 'payments')).toMatchObject({ error: { code: 'namespace_forbidden' } });
    expect((await teams.own(as(), 'acme', 'payments')).ok).toBe(true);
    expect([owns(as(bob), shown()), canSee(as(bob), audienceOf(shown()))]).toEqual([true, true]);
    const elsewhere = as(bob, [], ['other']);
    expect([owns(elsewhere, shown()), canSee(elsewhere, audienceOf(shown()))]).toEqual([false, false]);
    expect(canSee(as(bob, [], ['acme']), audienceOf(shown()))).toBe(true);
    await teams.removeMember(as(bob), 'payments', 'bob');
    expect([owns(as(bob), shown()), canSee(as(bob), audienceOf(shown()))]).toEqual([false, false]);
  });

  it('never removes the last owner of a namespace', async () => {
    const { house, teams, as } = await setUp();
    await teams.create(as(), 'payments');
    await teams.own(as(), 'acme', 'payments');
    await house.identities.removeOwner('acme', 'principal-ann');
    await house.feed.caughtUp();
    const last = { error: { code: 'conflict', message: expect.stringContaining('acme') } };
    expect(await teams.removeMember(as(), 'payments', 'ann')).toMatchObject(last);
    expect(await teams.remove(as(), 'payments')).toMatchObject(last);
    expect(await teams.disown(as(), 'acme', 'payments')).toMatchObject(last);
    await house.identities.addOwner('acme', bob.id);
    await house.feed.caughtUp();
    expect(await teams.disown(as(), 'acme', 'payments')).toMatchObject({ value: { teams: [] } });
    expect(await teams.disown(as(bob), 'acme', 'payments')).toMatchObject({ error: { code: 'not_found' } });
    expect(await teams.removeMember(as(), 'payments', 'ann')).toMatchObject({ value: { members: [] } });
    expect(await teams.own(as(bob), 'acme', 'payments')).toMatchObject({ error: { code: 'conflict' } });
    expect(await teams.remove(as(), 'payments')).toMatchObject({ error: { code: 'forbidden' } });
    expect((await teams.remove(as(bob, ['admin']), 'payments')).ok).toBe(true);
  });

  it('is an organisation’s own matter, and out of a narrowed key’s reach', async () => {
    const { teams, as } = await setUp();
    const eve = as({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' }, ['admin']);
    await teams.create(as(), 'payments');
    expect([teams.list(eve), teams.list(as(bob)).map((it) => it.name)]).toEqual([[], ['payments']]);
    expect(teams.find(eve, 'payments')).toMatchObject({ error: { code: 'not_found' } });
    expect(await teams.addMember(eve, 'payments', 'eve')).toMatchObject({ error: { code: 'not_found' } });
    const narrowed = as({}, ['registry:publish'], ['acme']);
    expect(await teams.create(narrowed, 'more')).toMatchObject({ error: { code: 'forbidden' } });
    expect(await teams.addMember(narrowed, 'payments', 'bob')).toMatchObject({ error: { code: 'forbidden' } });
    await teams.own(as(), 'acme', 'payments');
    expect((await teams.addMember(narrowed, 'payments', 'bob')).ok).toBe(true);
  });
});
