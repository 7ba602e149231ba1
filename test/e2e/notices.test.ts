import type { NotificationView, PinView, Problem } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { Catalogue, VisibleConsumers } from '@assay/registry';
import { NOTICES } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let ann: Client;
let bob: Client;

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  ann = await house.as('ann', { role: 'publisher' });
  bob = await house.as('bob');
  await ann.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await ann.post('/v1/namespaces', { name: 'secret', visibility: 'private' });
  for (const manifest of [
    httpManifest('acme/orders', { version: '1.0.0' }),
    httpManifest('acme/orders', { version: '1.1.0' }),
    httpManifest('secret/orders'),
  ]) {
    const { status, body } = await ann.post('/v1/tools', manifest);
    if (status !== 201) throw new Error(`Not published: ${JSON.stringify(body)}`);
  }
});
afterAll(() => house.stop());

const recipient = (name: string) => {
  const directory = house.application.get(Directory);
  const organisationId = directory.organisationNamed('default')?.id as string;
  return { organisationId, principalId: directory.principalNamed(organisationId, name)?.id as string };
};

const tell = (key: string, ...names: string[]) =>
  house.application.get(NOTICES).send([
    {
      key,
      kind: 'version.deprecated',
      subject: 'acme/orders@1.0.0',
      text: `Told: ${key}`,
      details: { successor: '1.1.0' },
      to: names.map(recipient),
    },
  ]);

const unread = (client: Client) => everyRow<NotificationView>(client, '/v1/notifications?unread=true&limit=1');
const setPin = (client: Client, body: object) => client.put<PinView & Problem>('/v1/pins', body);

describe('notifications', () => {
  it('reach whom they are for, once, newest first, page by page', async () => {
    for (const key of ['one', 'two', 'three']) await tell(key, 'ann');
    await tell('two', 'ann', 'bob');
    expect((await unread(ann)).map(({ text }) => text)).toEqual(['Told: three', 'Told: two', 'Told: one']);
    expect(await unread(bob)).toMatchObject([
      {
        kind: 'version.deprecated',
        subject: 'acme/orders@1.0.0',
        text: 'Told: two',
        details: { successor: '1.1.0' },
        readAt: null,
      },
    ]);
  });

  it('are read one by one or all at once, by whom they are for', async () => {
    const [first] = (await unread(ann)) as [NotificationView];
    const path = `/v1/notifications/${first.id}/read`;
    expect(await bob.post(path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const read = await ann.post<NotificationView>(path, {});
    expect(read).toMatchObject({ status: 200, body: { id: first.id } });
    expect((await ann.post<NotificationView>(path, {})).body.readAt).toBe(read.body.readAt);
    expect(await unread(ann)).toHaveLength(2);
    expect(await ann.post('/v1/notifications/read', {})).toMatchObject({ status: 200, body: { read: 2 } });
    expect(await unread(ann)).toEqual([]);
    expect(await everyRow(ann, '/v1/notifications')).toHaveLength(3);
    expect(await unread(bob)).toHaveLength(1);
  });

  it('are read as far as a narrowed key reaches', async () => {
    await tell('narrowed', 'bob');
    const texts = async (namespace: string) => {
      const narrowed = await house.as('bob', { role: 'caller', namespaces: [namespace] });
      return (await everyRow<NotificationView>(narrowed, '/v1/notifications')).map(({ text }) => text);
    };
    expect(await texts('other')).toEqual([]);
    expect(await texts('acme')).toContain('Told: narrowed');
  });

  it('belong to somebody, and refuse what they cannot read', async () => {
    expect((await house.anonymous.get('/v1/notifications')).status).toBe(401);
    expect((await ann.post('/v1/notifications/nonsense/read', {})).status).toBe(404);
    for (const query of ['cursor=nonsense', 'unread=perhaps', 'limit=0', 'colour=red'])
      expect(await ann.get(`/v1/notifications?${query}`)).toMatchObject({
        status: 422,
        body: { code: 'invalid_request' },
      });
  });
});

describe('pins', () => {
  it('say what one depends on, and what is newest within', async () => {
    expect(await setPin(bob, { tool: 'acme/orders', range: '~1.0.0', note: 'Billing' })).toMatchObject({
      status: 200,
      body: { tool: 'acme/orders', range: '~1.0.0', note: 'Billing', newest: { version: '1.0.0', status: 'ACTIVE' } },
    });
    expect(await everyRow<PinView>(bob, '/v1/pins')).toMatchObject([{ tool: 'acme/orders', range: '~1.0.0' }]);
    expect(await everyRow<PinView>(ann, '/v1/pins')).toEqual([]);
    await setPin(bob, { tool: 'acme/orders', range: '^1.0.0' });
    expect(await everyRow<PinView>(bob, '/v1/pins')).toMatchObject([{ range: '^1.0.0', newest: { version: '1.1.0' } }]);
  });

  it('change nothing in what a range resolves to', async () => {
    await setPin(ann, { tool: 'acme/orders', range: '1.0.0' });
    expect((await ann.get('/v1/tools/acme/orders/resolve')).body).toMatchObject({ version: '1.1.0' });
    await setPin(ann, { tool: 'acme/orders', range: null });
  });

  it('make one a consumer of what they cover, until they are taken away', async () => {
    const consumers = house.application.get(VisibleConsumers);
    const of = (versionKeys: string[]) => consumers.of({ tool: 'acme/orders', versionKeys, calledSince: 0 });
    await setPin(bob, { tool: 'acme/orders', range: '~1.0.0' });
    expect(await of(['1.0.0'])).toEqual([recipient('bob')]);
    expect(await of(['1.1.0'])).toEqual([]);
    expect(await setPin(bob, { tool: 'acme/orders', range: null })).toMatchObject({
      status: 200,
      body: { range: null },
    });
    expect(await of(['1.0.0'])).toEqual([]);
    expect(await setPin(bob, { tool: 'acme/orders', range: null })).toMatchObject({ status: 404 });
  });

  it.each([
    [{ tool: 'acme/orders', range: '^7' }, 422, /There are: 1\.1\.0, 1\.0\.0/],
    [{ tool: 'acme/orders', range: 'about one' }, 422, /not a valid version range/],
    [{ tool: 'acme/orders' }, 422, /range/],
    [{ tool: 'orders', range: '^1' }, 422, /tool/],
    [{ tool: 'acme/orders', range: '^1', note: 'a\u0000' }, 422, /note/],
    [{ tool: 'acme/none', range: '^1' }, 404, /No tool/],
    [{ tool: 'secret/orders', range: '^1' }, 404, /No tool/],
  ])('are refused from %j', async (body, status, detail) => {
    const answer = await setPin(bob, body);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(await everyRow(bob, '/v1/pins')).toEqual([]);
  });
});

describe('users of a version', () => {
  it('are notified when it is deprecated, by pin and by call alike, and nobody else is', async () => {
    await setPin(bob, { tool: 'acme/orders', range: '1.0.0' });
    const carol = await house.as('carol');
    const consumers = house.application.get(VisibleConsumers);
    const catalogue = house.application.get(Catalogue);
    const version = catalogue.version('acme/orders', '1.0.0');
    await house.sql(
      `INSERT INTO version_callers (organisation_id, principal_id, version_id, last_day) VALUES ($1, $2, $3, now())`,
      [recipient('carol').organisationId, recipient('carol').principalId, version?.id],
    );
    expect(await consumers.of({ tool: 'acme/orders', versionKeys: ['1.0.0'], calledSince: 0 })).toHaveLength(2);
    const dave = await house.as('dave');
    const path = '/v1/tools/acme/orders/versions/1.0.0/status';
    expect((await ann.patch(path, { status: 'DEPRECATED', reason: 'Use 1.1.0.' })).status).toBe(200);
    for (const client of [bob, carol])
      await eventually(
        async () =>
          (await everyRow<NotificationView>(client, '/v1/notifications')).find(
            ({ text, subject }) => !text.startsWith('Told:') && subject === 'acme/orders@1.0.0',
          ),
        'the consumer is told',
      );
    expect(await everyRow(dave, '/v1/notifications')).toEqual([]);
  });

  it('hears nothing of a version it may not see, though its pin takes it in', async () => {
    await house.admin.post('/v1/organisations', { name: 'globex' });
    const eve = await house.as('eve', { organisation: 'globex' });
    const zoe = await house.as('zoe');
    const inner = httpManifest('acme/orders', { version: '2.0.0', visibility: 'organisation' });
    expect((await ann.post('/v1/tools', inner)).status).toBe(201);
    for (const client of [eve, zoe]) await setPin(client, { tool: 'acme/orders', range: '>=1' });
    const yank = { status: 'YANKED', reason: 'Nobody outside may know.' };
    expect((await ann.patch('/v1/tools/acme/orders/versions/2.0.0/status', yank)).status).toBe(200);
    const target = 'acme/orders@2.0.0';
    expect((await house.admin.post('/v1/revocations', { target, reason: 'Nor of this.' })).status).toBe(201);
    const subjects = async (client: Client) =>
      (await everyRow<NotificationView>(client, '/v1/notifications')).map(({ kind, subject }) => `${kind} ${subject}`);
    expect(await subjects(zoe)).toEqual([`tool.revoked ${target}`, `version.yanked ${target}`]);
    expect((await subjects(eve)).filter((it) => it.endsWith(target))).toEqual([]);
    expect(await everyRow(eve, '/v1/revocations')).toEqual([]);
    expect(await everyRow(zoe, '/v1/revocations')).toMatchObject([{ target }]);
  });
});

describe('a call', () => {
  it('makes one a consumer of the version, and a restart does not forget it', async () => {
    const called = await bob.post<{ version: string }>('/v1/invocations', { tool: 'assay/files.list', input: {} });
    expect(called.status).toBe(200);
    await house.restart();
    const consumers = house.application.get(VisibleConsumers);
    const query = { tool: 'assay/files.list', versionKeys: [called.body.version], calledSince: Date.now() };
    expect(await consumers.of(query)).toEqual([recipient('bob')]);
    expect(await consumers.of({ ...query, versionKeys: ['99.0.0'] })).toEqual([]);
  });
});
