import { roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { AuthenticateKey, type IdentityChange } from '@assay/identity';
import { InMemoryAccountStore } from '@assay/identity/testing';
import { describe, expect, it } from '@jest/globals';
import { StartError } from '../../platform/system/start-error.js';
import { ensureAdministrator, newAdminKey } from './first-start.js';

async function setUp() {
  const house = await SmallHouse.open();
  const generated = newAdminKey(house);
  const works = (key: string) => new AuthenticateKey(house.directory, house.clock).run(key).ok;
  return { house, generated, works };
}

const kinds = 'organisation principal team key namespace namespace-alias tool-alias grant endorsement'.split(' ');
const isOfIdentity = (change: { readonly kind: string }): change is IdentityChange => kinds.includes(change.kind);

const portsOf = (house: SmallHouse) => ({
  ...house.identityPorts,
  accounts: new InMemoryAccountStore((it) => house.feed.put('account', it)),
});

describe('ensureAdministrator', () => {
  it('makes an administrator whose key holds every scope', async () => {
    const { house, generated } = await setUp();
    const caller = await ensureAdministrator(portsOf(house), generated, false);
    expect(caller).toMatchObject({
      name: 'administrator',
      kind: 'user',
      scopes: new Set(roles.administrator),
      namespaces: null,
    });
    expect(new AuthenticateKey(house.directory, house.clock).run(generated)).toMatchObject({ ok: true, value: caller });
  });

  it('makes the organisation of a database that is empty', async () => {
    const house = new SmallHouse();
    await house.feed.start((changes) => {
      for (const change of changes) if (isOfIdentity(change)) house.directory.apply(change);
    });
    await ensureAdministrator(portsOf(house), newAdminKey(house), false);
    expect(house.directory.organisationNamed('default')).toBeDefined();
    expect(house.keys).toHaveLength(1);
  });

  it('changes nothing when run again', async () => {
    const { house, generated } = await setUp();
    const first = await ensureAdministrator(portsOf(house), generated, false);
    const again = await ensureAdministrator(portsOf(house), generated, false);
    expect(again).toEqual(first);
    expect(house.keys).toHaveLength(1);
  });

  it('ends the former key when an operator chooses one, and nobody else’s', async () => {
    const { house, generated, works } = await setUp();
    const administrator = await ensureAdministrator(portsOf(house), generated, false);
    const given = { ...house.keys[0], id: 'given', prefix: 'given', createdBy: administrator.principalId };
    await house.identities.addKey(given as Parameters<typeof house.identities.addKey>[0]);
    await ensureAdministrator(portsOf(house), 'a-key-of-my-own', true);
    expect([works(generated), works('a-key-of-my-own')]).toEqual([false, true]);
    expect(house.directory.key('given')?.revokedAt).toBeNull();
    await ensureAdministrator(portsOf(house), 'another-one', true);
    expect([works('a-key-of-my-own'), works('another-one')]).toEqual([false, true]);
  });

  it('does not start with a chosen key that has been revoked', async () => {
    const { house } = await setUp();
    await ensureAdministrator(portsOf(house), 'first', true);
    await ensureAdministrator(portsOf(house), 'second', true);
    await expect(ensureAdministrator(portsOf(house), 'first', true)).rejects.toThrow(StartError);
    expect(house.keys.filter((it) => it.revokedAt === null)).toHaveLength(1);
  });

  it('shares the key with a replica that adds it at the same moment', async () => {
    const { house, works } = await setUp();
    const taken = Object.create(house.identities, {
      addKey: {
        value: async (key: Parameters<typeof house.identities.addKey>[0]) => {
          await house.identities.addKey({ ...key, id: 'of the other replica' });
          throw new Error('unique constraint');
        },
      },
      addPrincipal: { value: house.identities.addPrincipal.bind(house.identities) },
      addOrganisation: { value: house.identities.addOrganisation.bind(house.identities) },
    });
    await ensureAdministrator({ ...portsOf(house), store: taken }, 'shared-key', false);
    expect(works('shared-key')).toBe(true);
    const broken = Object.create(taken, { addKey: { value: () => Promise.reject(new Error('disk full')) } });
    await expect(ensureAdministrator({ ...portsOf(house), store: broken }, 'x', false)).rejects.toThrow('disk full');
  });
});
