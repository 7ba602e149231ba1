import type { CreateConnection } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { aCaller, aNamespace, aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { secretOf } from './draft-connection.js';
import { ManageConnections } from './manage-connections.js';
import type { OAuthClient } from './oauth-client.js';
import { openSecret, openTokens } from './open-secret.js';
import { ResealSecrets } from './reseal-secrets.js';
import { plainSealer } from './testing/connection-samples.js';

const everything = ['registry:read', 'tools:call', 'admin'];
const ann = aCaller({}, everything);
const bob = aCaller({ id: 'principal-bob', name: 'bob' }, ['tools:call']);
const bearer = { kind: 'bearer', token: 'planted' } as const;

async function vault(oauth: Partial<OAuthClient> = {}) {
  const house = await SmallHouse.open();
  await house.addPrincipal({ id: 'principal-bob', name: 'bob' });
  await house.identities.addNamespace(aNamespace({ owners: ['principal-ann'], visibility: 'private' }));
  await house.tools.addServer(aServer({ mcp: { url: 'https://orders.example/mcp' } }));
  await house.feed.caughtUp();
  const { connections, connectionStore: store, catalogue, directory, audit, feed, clock, random } = house;
  const ports = { connections, store, catalogue, directory, audit, feed, clock, random };
  const manage = new ManageConnections({ ...ports, oauth: oauth as OAuthClient, sealer: plainSealer });
  const create = (body: Partial<CreateConnection>, caller = ann) =>
    manage.create(caller, { credential: bearer, ...(body.origin ? {} : { server: 'acme/orders' }), ...body });
  return { house, manage, create };
}

describe('a connection', () => {
  it('is kept sealed for the server it is made for, audited without what is secret', async () => {
    const { house, manage, create } = await vault();
    const made = await create({});
    expect(made).toMatchObject({ ok: true, value: { origin: 'https://orders.example', state: 'ready', revision: 1 } });
    const [kept] = manage.list(ann);
    expect(kept && openSecret(plainSealer, kept)).toEqual({ kind: 'bearer', token: 'planted' });
    expect(kept && manage.serverName(kept)).toBe('acme/orders');
    expect(JSON.stringify(house.audit.records)).not.toContain('planted');
    expect(house.actions).toContain(`connection.create ${kept?.id}`);
    expect(await create({})).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });

  it('is for servers its maker sees a tool of, and namespaces it sees', async () => {
    const { create, house } = await vault();
    expect(await create({}, bob)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const origin = { origin: 'https://api.example', namespaces: ['acme'] };
    expect(await create(origin, bob)).toMatchObject({ ok: false, error: { issues: [{ path: '/namespaces/0' }] } });
    expect(await create(origin)).toMatchObject({ ok: true, value: { serverId: null, namespaces: ['acme'] } });
    expect(await create({ server: 'acme/absent' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(house.actions.filter((it) => it.startsWith('connection'))).toHaveLength(1);
    expect(await create({}, { ...ann, principalId: null })).toMatchObject({
      ok: false,
      error: { code: 'unauthenticated' },
    });
  });

  it('is shared by administrators, with principals that are there', async () => {
    const { manage, create } = await vault();
    const shared = { shared: true, principals: ['bob'] };
    expect(await create(shared, aCaller())).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await create({ ...shared, principals: ['eve'] })).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const made = await create(shared);
    const id = made.ok ? made.value.id : '';
    expect(manage.list(bob).map((it) => it.id)).toEqual([id]);
    expect(manage.list(aCaller({ id: 'principal-eve' }))).toEqual([]);
    expect(await manage.remove(bob, id)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await manage.remove(ann, id)).toMatchObject({ ok: true });
  });

  it('is out of reach of a key that is narrowed to other namespaces', async () => {
    const { manage, create } = await vault();
    const [server, origin] = [await create({}), await create({ origin: 'https://api.example', namespaces: ['acme'] })];
    const [elsewhere, here] = [['other'], ['acme']].map((namespaces) => ({ ...ann, namespaces }));
    if (!elsewhere || !here || !server.ok || !origin.ok) throw new Error('two were made');
    expect(manage.list(elsewhere)).toEqual([]);
    expect(manage.list(here)).toHaveLength(2);
    const { id } = server.value;
    expect(await manage.rotate(elsewhere, id, { credential: bearer })).toMatchObject({ error: { code: 'not_found' } });
    expect(await manage.remove(elsewhere, origin.value.id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await manage.remove(here, id)).toMatchObject({ ok: true });
    expect(await create({}, { ...ann, namespaces: [] })).toMatchObject({ ok: false });
    expect(await create({ origin: 'https://b.example', namespaces: ['acme'] }, elsewhere)).toMatchObject({ ok: false });
    expect(await create({}, here)).toMatchObject({ ok: true });
  });

  it('is rotated within its kind, and ends with its revision', async () => {
    const { manage, create, house } = await vault();
    const made = await create({});
    const id = made.ok ? made.value.id : '';
    const basic = { kind: 'basic', username: 'a', password: 'b' } as const;
    expect(await manage.rotate(ann, id, { credential: basic })).toMatchObject({
      ok: false,
      error: { code: 'invalid_request' },
    });
    const rotated = await manage.rotate(ann, id, { credential: { ...bearer, token: 'next' } });
    expect(rotated).toMatchObject({ ok: true, value: { revision: 2 } });
    expect(await manage.rotate(bob, id, { credential: bearer })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    const [server] = [...house.catalogue.servers()];
    if (server) await house.tools.changeServer({ ...server, mcp: { url: 'https://elsewhere.example' }, updatedAt: 9 });
    await house.feed.caughtUp();
    expect(await manage.rotate(ann, id, { credential: bearer })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(await manage.remove(ann, id)).toMatchObject({ ok: true });
    expect(manage.find(ann, id)).toMatchObject({ ok: false });
  });
});

describe('an OAuth connection', () => {
  const machine = { kind: 'oauth2', grant: 'client_credentials', clientId: 'me', clientSecret: 's' } as const;

  it('finds its issuer, and gets its first token before it is kept', async () => {
    const asked: unknown[] = [];
    const { manage, create } = await vault({
      discover: async (resource) => {
        asked.push(resource);
        return ok({ issuer: 'https://issuer.example', resource, scopes: ['read'] });
      },
      clientCredentials: async (party, wish) => {
        asked.push([party, wish.scopes]);
        return ok({ accessToken: 'at', expiresAt: 7 });
      },
    });
    expect(await create({ credential: machine })).toMatchObject({
      ok: true,
      value: { state: 'ready', tokensExpireAt: 7 },
    });
    expect(asked).toEqual([
      'https://orders.example/mcp',
      [{ issuer: 'https://issuer.example', clientId: 'me', clientSecret: 's' }, ['read']],
    ]);
    const [kept] = manage.list(ann);
    expect(kept && openTokens(plainSealer, kept)).toEqual({ accessToken: 'at' });
    expect(secretOf(machine)).toEqual({ kind: 'oauth2', clientSecret: 's' });
  });

  it('is not kept when the issuer says no', async () => {
    const { manage, create } = await vault({ refresh: async () => fail('credential_refused', 'The issuer says no.') });
    const credential = {
      ...machine,
      grant: 'refresh_token',
      refreshToken: 'r',
      issuer: 'https://issuer.example',
    } as const;
    expect(await create({ credential })).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    expect(manage.list(ann)).toEqual([]);
  });

  it('waits for consent where somebody has to give it', async () => {
    const { create } = await vault();
    const credential = { kind: 'oauth2', grant: 'authorization_code', issuer: 'https://issuer.example' } as const;
    expect(await create({ credential })).toMatchObject({ ok: true, value: { state: 'unauthorised', tokens: null } });
  });
});

describe('what cannot travel', () => {
  it.each([
    [{ kind: 'apiKey', value: 'k', in: 'env', name: 'X' }, '/credential/in'],
    [{ kind: 'apiKey', value: 'k', in: 'header', name: 'Host' }, '/credential/name'],
  ] as const)('%j is refused at %s', async (credential, path) => {
    const { create } = await vault();
    expect(await create({ credential })).toMatchObject({ ok: false, error: { issues: [{ path }] } });
  });
});

describe('re-encryption', () => {
  it('is for who runs the installation', async () => {
    const { house } = await vault();
    const { audit, feed, directory } = house;
    const reseal = new ResealSecrets({
      audit,
      feed,
      directory,
      secrets: { reseal: async () => ({ resealed: 2, kept: 1 }) },
    });
    expect(await reseal.run(bob)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await reseal.run(ann)).toEqual(ok({ resealed: 2, kept: 1 }));
    expect(house.actions).toContain('secrets.reseal installation');
  });
});
