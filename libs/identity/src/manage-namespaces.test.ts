import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { ManageNamespaces } from './manage-namespaces.js';

const ann = aCaller();
const bob = { id: 'principal-bob', name: 'bob' };
const eve = aCaller({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' });
const admin = aCaller({ id: 'principal-root' }, roles.administrator);

async function setUp() {
  const house = await SmallHouse.open();
  await house.addPrincipal(bob);
  const namespaces = new ManageNamespaces(house.identityPorts);
  await namespaces.claim(ann, { name: 'acme' });
  return { house, namespaces };
}

describe('ManageNamespaces.claim', () => {
  it('is first come, first served', async () => {
    const { house, namespaces } = await setUp();
    expect(house.directory.namespace('acme')).toMatchObject({
      organisationId: 'org-acme',
      visibility: 'organisation',
      owners: ['principal-ann'],
    });
    expect(await namespaces.claim(eve, { name: 'acme' })).toMatchObject({ error: { code: 'conflict' } });
    expect(await namespaces.claim(eve, { name: 'globex', visibility: 'public' })).toMatchObject({
      value: { organisationId: 'org-other', visibility: 'public' },
    });
    expect(house.actions).toEqual(['namespace.create acme', 'namespace.create globex']);
  });

  it('grants a name to one of many concurrent requests', async () => {
    const { house, namespaces } = await setUp();
    const outcomes = await Promise.all([ann, eve, admin].map((caller) => namespaces.claim(caller, { name: 'new' })));
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
    expect(house.actions.filter((it) => it === 'namespace.create new')).toHaveLength(1);
  });

  it.each([
    ['nobody', anonymousCaller(true), 'new', 'unauthenticated', 'key'],
    ['through a key restricted to others', aCaller({}, [], ['acme']), 'new', 'forbidden', 'restricted'],
    ['a domain', ann, 'acme.example', 'forbidden', 'administrator'],
  ])('refuses %s', async (_, caller, name, code, words) => {
    const { namespaces } = await setUp();
    expect(await namespaces.claim(caller, { name })).toMatchObject({
      error: { code, message: expect.stringContaining(words) },
    });
  });

  it('reserves domains for administrators', async () => {
    const { namespaces } = await setUp();
    expect(await namespaces.claim(admin, { name: 'acme.example' })).toMatchObject({ ok: true });
  });
});

describe('ManageNamespaces, for owned namespaces', () => {
  it('changes the visibility, and returns the current state', async () => {
    const { house, namespaces } = await setUp();
    expect(await namespaces.changeVisibility(ann, 'acme', 'public')).toMatchObject({ value: { visibility: 'public' } });
    expect(house.directory.namespace('acme')?.visibility).toBe('public');
    expect(house.audit.records.at(-1)).toMatchObject({ action: 'namespace.change', details: { visibility: 'public' } });
  });

  it('adds and removes owners, never the last one', async () => {
    const { namespaces } = await setUp();
    expect(await namespaces.addMember(ann, 'acme', 'bob')).toMatchObject({
      value: { owners: ['principal-ann', 'principal-bob'] },
    });
    expect(await namespaces.removeMember(aCaller(bob), 'acme', 'ann')).toMatchObject({
      value: { owners: ['principal-bob'] },
    });
    expect(await namespaces.removeMember(aCaller(bob), 'acme', 'bob')).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('add another one first') },
    });
    expect(await namespaces.removeMember(aCaller(bob), 'acme', 'ann')).toMatchObject({ error: { code: 'not_found' } });
  });

  it('accepts members of its own organisation only', async () => {
    const { house, namespaces } = await setUp();
    await house.addPrincipal({ id: 'principal-eve', name: 'eve', organisationId: 'org-other' });
    expect(await namespaces.addMember(ann, 'acme', 'eve')).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('POST /v1/keys') },
    });
  });

  it.each([
    ['a stranger', eve],
    ['a colleague', aCaller(bob)],
    ['a key restricted to others', aCaller({}, [], ['globex'])],
  ])('is closed to %s', async (_, caller) => {
    const { house, namespaces } = await setUp();
    const refused = { ok: false, error: { code: 'namespace_forbidden' } };
    expect(await namespaces.changeVisibility(caller, 'acme', 'public')).toMatchObject(refused);
    expect(await namespaces.addMember(caller, 'acme', 'bob')).toMatchObject(refused);
    expect(await namespaces.removeMember(caller, 'acme', 'ann')).toMatchObject(refused);
    expect(house.directory.namespace('acme')).toMatchObject({ visibility: 'organisation', owners: ['principal-ann'] });
  });
});
