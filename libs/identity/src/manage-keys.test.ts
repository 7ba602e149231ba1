import { type CreateKey, roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { AuthenticateKey } from './authenticate-key.js';
import { ManageKeys } from './manage-keys.js';

const wanted = (parts: Partial<CreateKey> = {}): CreateKey => ({
  principal: { kind: 'agent', name: 'bot' },
  scopes: ['tools:call'],
  ...parts,
});
const admin = (namespaces: string[] | null = null) => aCaller({}, roles.administrator, namespaces);
const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);

async function setUp() {
  const house = await SmallHouse.open();
  return { house, keys: new ManageKeys(house.identityPorts) };
}

describe('ManageKeys.create', () => {
  it('issues no key to the principal of anonymous callers', async () => {
    const { house, keys } = await setUp();
    const principal = { kind: 'service', name: 'anonymous' } as const;
    expect(await keys.create(admin(), wanted({ principal }))).toMatchObject({ error: { code: 'invalid_request' } });
    expect(house.directory.principalNamed('org-acme', 'anonymous')).toBeUndefined();
  });

  it('issues a key that works immediately, stores its hash only, and is audited without it', async () => {
    const { house, keys } = await setUp();
    const created = await keys.create(admin(), wanted({ namespaces: ['acme'] }));
    if (!created.ok) throw new Error(created.error.message);
    const { key, id } = created.value;
    expect(new AuthenticateKey(house.directory, house.clock).run(key)).toMatchObject({
      ok: true,
      value: { name: 'bot', kind: 'agent', scopes: new Set(['tools:call']), namespaces: ['acme'] },
    });
    expect(house.directory.key(id)).toMatchObject({ createdBy: 'principal-ann', expiresAt: null, revokedAt: null });
    expect(JSON.stringify([house.directory.key(id), house.audit.records])).not.toContain(key);
    expect(house.actions).toEqual(['key.create bot']);
  });

  it('gives a second key to the same principal, each scope once', async () => {
    const { house, keys } = await setUp();
    await keys.create(admin(), wanted());
    await keys.create(admin(), wanted({ scopes: ['registry:read', 'registry:read'] }));
    expect(new Set(house.keys.map((it) => it.principalId)).size).toBe(1);
    expect(house.keys.map((it) => it.scopes)).toEqual([['tools:call'], ['registry:read']]);
    expect(await keys.create(admin(), wanted({ principal: { kind: 'user', name: 'bot' } }))).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('kind agent') },
    });
  });

  it('grants the scope for commands in the installation’s own organisation only, even with a role', async () => {
    const { house, keys } = await setUp();
    const refused = { error: { code: 'command_forbidden', message: expect.stringContaining('"other"') } };
    const scopes = ['registry:publish', 'hosts:command'];
    expect(await keys.create(admin(), wanted({ scopes, organisation: 'other' }))).toMatchObject(refused);
    expect(await keys.create(tenant, wanted({ scopes }))).toMatchObject(refused);
    await keys.create(admin(), wanted({ scopes: undefined, role: 'administrator', organisation: 'other' }));
    await keys.create(admin(), wanted({ scopes }));
    expect(house.keys.map((it) => it.scopes)).toEqual([
      roles.administrator.filter((it) => it !== 'hosts:command'),
      scopes,
    ]);
  });

  it('does not let an old key of another organisation keep the scope', async () => {
    const { house, keys } = await setUp();
    const created = await keys.create(admin(), wanted({ organisation: 'other' }));
    if (!created.ok) throw new Error(created.error.message);
    const [key] = house.keys;
    house.directory.apply({
      kind: 'key',
      id: created.value.id,
      state: { ...(key as NonNullable<typeof key>), scopes: ['admin', 'hosts:command'] },
    });
    const caller = new AuthenticateKey(house.directory, house.clock).run(created.value.key);
    expect(caller).toMatchObject({ ok: true, value: { scopes: new Set(['admin']) } });
  });

  it('spells a role out', async () => {
    const { house, keys } = await setUp();
    await keys.create(admin(), wanted({ scopes: undefined, role: 'publisher' }));
    expect(house.keys[0]?.scopes).toEqual(roles.publisher);
  });

  // who, request, code, text of the message
  it.each<[string, ReturnType<typeof aCaller>, Partial<CreateKey>, string, string]>([
    ['nobody', anonymousCaller(true), {}, 'forbidden', 'administrators'],
    ['who is no administrator', aCaller({}, ['tools:call']), {}, 'forbidden', 'administrators'],
    [
      'for a scope it lacks',
      aCaller({}, ['admin', 'tools:call']),
      { scopes: ['tools:call', 'hosts:command'] },
      'forbidden',
      'hosts:command',
    ],
    [
      'for a role beyond its scopes',
      aCaller({}, ['admin']),
      { scopes: undefined, role: 'caller' },
      'forbidden',
      'registry:read',
    ],
    ['for no narrowing when narrowed', admin(['acme']), {}, 'forbidden', 'restricted to acme'],
    ['for another narrowing', admin(['acme']), { namespaces: ['acme', 'globex'] }, 'forbidden', 'restricted to acme'],
    ['for another organisation as a tenant', tenant, { organisation: 'default' }, 'not_found', 'default'],
    [
      'for another organisation when narrowed',
      admin(['acme']),
      { organisation: 'other', namespaces: ['acme'] },
      'not_found',
      'other',
    ],
    ['for an organisation that is not there', admin(), { organisation: 'none' }, 'not_found', 'none'],
    ['for an expiry in the past', admin(), { expiresAt: '2025-12-31T23:59:59Z' }, 'invalid_request', 'past'],
    ['for an expiry right now', admin(), { expiresAt: '2026-01-01T00:00:00Z' }, 'invalid_request', 'past'],
  ])('refuses %s', async (_, caller, parts, code, words) => {
    const { house, keys } = await setUp();
    expect(await keys.create(caller, wanted(parts))).toMatchObject({
      ok: false,
      error: { code, message: expect.stringContaining(words) },
    });
    expect([house.keys, house.actions]).toEqual([[], []]);
  });

  it('lets an administrator set tool-specific scopes, a future expiry, and a narrowing within its own', async () => {
    const { house, keys } = await setUp();
    const parts = { scopes: ['orders:write'], namespaces: ['acme'], expiresAt: '2026-01-01T02:00:00+01:00' };
    expect(await keys.create(admin(['acme', 'globex']), wanted(parts))).toMatchObject({ ok: true });
    expect(house.keys[0]).toMatchObject({ scopes: ['orders:write'], expiresAt: Date.UTC(2026, 0, 1, 1) });
  });

  it('lets administrators of the installation make keys for other organisations, and tenants for their own', async () => {
    const { house, keys } = await setUp();
    expect(await keys.create(admin(), wanted({ organisation: 'other' }))).toMatchObject({ ok: true });
    expect(await keys.create(tenant, wanted({ organisation: 'other' }))).toMatchObject({ ok: true });
    expect(new Set(house.keys.map((it) => it.organisationId))).toEqual(new Set(['org-other']));
  });
});

describe('ManageKeys.revoke and list', () => {
  const bot = { id: 'principal-bot', kind: 'agent', name: 'bot' } as const;

  async function withKeys() {
    const { house, keys } = await setUp();
    await house.addPrincipal(bot);
    await keys.create(admin(), wanted());
    await keys.create(admin(), wanted({ principal: { kind: 'user', name: 'ann' }, namespaces: ['acme'] }));
    await keys.create(admin(), wanted({ organisation: 'other' }));
    const ids = house.keys.map((it) => it.id) as [string, string, string];
    return { house, keys, ids };
  }

  it("lists one's own keys, administrators see their organisation’s, the installation’s all, newest first", async () => {
    const { keys, ids } = await withKeys();
    const [ofBot, ofAnn, ofOther] = ids;
    const listed = (caller: ReturnType<typeof aCaller>) => keys.list(caller).map((it) => it.id);
    expect(listed(admin())).toEqual([ofOther, ofAnn, ofBot]);
    expect(listed(tenant)).toEqual([ofOther]);
    expect(listed(aCaller(bot, ['tools:call']))).toEqual([ofBot]);
    expect(listed(admin(['acme']))).toEqual([ofAnn]);
    expect(listed(aCaller({ ...bot, id: 'principal-cat' }, ['tools:call']))).toEqual([]);
  });

  it('revokes immediately for permitted callers, and hides the key from others', async () => {
    const { house, keys, ids } = await withKeys();
    const [ofBot, , ofOther] = ids;
    for (const stranger of [tenant, admin(['acme']), aCaller({ id: 'principal-cat' }, ['tools:call'])]) {
      expect(await keys.revoke(stranger, ofBot)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    }
    expect(house.directory.key(ofBot)?.revokedAt).toBeNull();
    expect(await keys.revoke(aCaller(bot, ['tools:call']), ofBot)).toMatchObject({ ok: true });
    expect(house.directory.key(ofBot)?.revokedAt).toBe(house.clock.now());
    expect(await keys.revoke(admin(), ofOther)).toMatchObject({ ok: true });
    expect(await keys.revoke(admin(), 'no such key')).toMatchObject({ error: { code: 'not_found' } });
    expect(house.actions.slice(-2)).toEqual([`key.revoke ${ofBot}`, `key.revoke ${ofOther}`]);
  });
});
