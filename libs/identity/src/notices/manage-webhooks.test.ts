import { SmallHouse } from '@assay/gateway/testing';
import { aCaller, aSecret, inMemoryNoticeStores } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../caller.js';
import { type CreatedWebhook, ManageWebhooks } from './manage-webhooks.js';

const administrator = aCaller({}, ['admin']);
const body = { url: 'https://hooks.example/assay?token=t' };

async function setUp() {
  const house = await SmallHouse.open();
  const { clock, random, audit, feed } = house;
  const { webhooks } = inMemoryNoticeStores(clock);
  const objection = async (url: string) =>
    url.includes('10.0.0.1') ? 'The host 10.0.0.1 is not a public address.' : null;
  const manage = new ManageWebhooks({ webhooks, sender: { objection }, audit, feed, clock, random });
  const create = async (parts: object = {}, caller: Caller = administrator): Promise<CreatedWebhook> => {
    const made = await manage.create(caller, { ...body, ...parts });
    if (!made.ok) throw new Error(made.error.message);
    return made.value;
  };
  return { house, audit, clock, manage, create };
}

describe('a webhook', () => {
  it('is created with a secret that is shown once, in the form of Standard Webhooks', async () => {
    const { manage, create, audit } = await setUp();
    const { webhook, secret } = await create({ description: 'Ours', kinds: ['tool.revoked', 'tool.revoked'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      ...body,
      kinds: ['tool.revoked'],
      description: 'Ours',
      failingSince: null,
      dead: 0,
    });
    expect(await manage.list(administrator)).toEqual({ ok: true, value: [webhook] });
    expect(JSON.stringify(webhook)).not.toContain('whsec_');
    expect(audit.records.at(-1)).toMatchObject({ action: 'webhook.create', details: { host: 'hooks.example' } });
    expect((await create({ secret: aSecret })).secret).toBeNull();
  });

  it('is an administrator’s, whose key reaches the whole organisation', async () => {
    const { manage, create } = await setUp();
    const { webhook } = await create();
    const narrowed = aCaller({}, ['admin'], ['acme']);
    for (const caller of [aCaller(), narrowed]) {
      const refused = { ok: false, error: { code: 'forbidden' } };
      expect(await manage.create(caller, body)).toMatchObject(refused);
      expect(await manage.list(caller)).toMatchObject(refused);
      expect(await manage.remove(caller, webhook.id)).toMatchObject(refused);
    }
    const stranger = aCaller({ id: 'p', organisationId: 'org-other' }, ['admin']);
    expect(await manage.list(stranger)).toEqual({ ok: true, value: [] });
    for (const work of [
      manage.show(stranger, webhook.id),
      manage.change(stranger, webhook.id, { description: 'x' }),
      manage.show(administrator, 'nonsense'),
    ])
      expect(await work).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('rejects a forbidden address, also in an update', async () => {
    const { manage, create } = await setUp();
    const url = 'http://10.0.0.1/hook';
    const refused = { ok: false, error: { code: 'address_forbidden', issues: [{ path: '/url' }] } };
    expect(await manage.create(administrator, { url })).toMatchObject(refused);
    const { webhook } = await create();
    expect(await manage.change(administrator, webhook.id, { url })).toMatchObject(refused);
    expect(await manage.show(administrator, webhook.id)).toMatchObject({ value: { url: body.url } });
  });

  it('is changed member by member and removed, and the audit log contains no secret', async () => {
    const { manage, create, audit, clock, house } = await setUp();
    const { webhook } = await create({ kinds: ['tool.revoked'] });
    clock.advance(1_000);
    const change = { url: 'https://b.example/x', kinds: null, secret: aSecret };
    expect(await manage.change(administrator, webhook.id, change)).toMatchObject({
      value: { url: 'https://b.example/x', kinds: null, updatedAt: clock.now() },
    });
    expect(await manage.remove(administrator, webhook.id)).toEqual({ ok: true, value: null });
    expect(await manage.show(administrator, webhook.id)).toMatchObject({ error: { code: 'not_found' } });
    expect(audit.records.slice(-2).map(({ action }) => action)).toEqual(['webhook.change', 'webhook.delete']);
    expect(JSON.stringify(audit.records)).not.toContain('whsec_');
    expect(house.directory.organisation('org-acme')?.name).toBe('default');
  });

  it('is one of at most fifty', async () => {
    const { manage, create } = await setUp();
    for (let made = 0; made < 50; made += 1) await create();
    expect(await manage.create(administrator, body)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });
});
