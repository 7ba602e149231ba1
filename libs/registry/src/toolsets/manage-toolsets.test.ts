import { SmallHouse } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { aCaller, aManifest, aNamespace, aVersion } from '../testing/builders.js';
import { ManageToolsets } from './manage-toolsets.js';
import { maxToolsets } from './toolset.js';

const mail = aManifest({ name: 'acme/mail.send', endpoint: { server: 'acme/mail', tool: 'create_order' } });
const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, ['tools:call', 'registry:publish']);
const ann = aCaller({}, ['tools:call', 'registry:publish']);
const bob = aCaller({ id: 'principal-bob' }, ['tools:call']);
const admin = aCaller({ id: 'principal-root' }, ['admin', 'tools:call', 'registry:publish']);
const desk = { name: 'desk', tools: [{ tool: 'acme/orders.create' }] };

async function setUp() {
  const house = await SmallHouse.open();
  house.directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const it of [aVersion(), aVersion(mail)]) house.catalogue.apply({ kind: 'tool-version', id: it.id, state: it });
  const { toolsets, toolsetStore: store, catalogue, directory, audit, feed, clock, random } = house;
  return { house, manage: new ManageToolsets({ toolsets, store, catalogue, directory, audit, feed, clock, random }) };
}

describe('ManageToolsets', () => {
  it('creates, shows, replaces and removes a set, with audit records', async () => {
    const { house, manage } = await setUp();
    const made = await manage.create(ann, { ...desk, description: 'For the desk' });
    expect(made).toMatchObject({
      ok: true,
      value: { name: 'desk', visibility: 'organisation', createdBy: ann.principalId },
    });
    expect(manage.find(bob, 'desk')).toEqual(made);
    house.clock.advance(5_000);
    const tools = [{ tool: 'acme/mail.send@^1', as: 'mail', preset: { item: 'x' } }];
    const replaced = await manage.replace(ann, 'desk', { tools });
    expect(replaced).toMatchObject({ ok: true, value: { description: null, tools: [{ ...tools[0] }] } });
    expect(manage.list(bob)).toEqual([replaced.ok && replaced.value]);
    expect((await manage.remove(ann, 'desk')).ok).toBe(true);
    expect(manage.list(admin)).toEqual([]);
    expect(house.actions).toEqual(['toolset.create desk', 'toolset.replace desk', 'toolset.delete desk']);
  });

  it('names tools as their upstreams do, and prefixes the server to names that are alike', async () => {
    const { manage } = await setUp();
    const both = await manage.create(ann, { name: 'desk', tools: [...desk.tools, { tool: 'acme/mail.send' }] });
    expect(both.ok && both.value.tools.map((it) => it.as)).toEqual(['orders_create_order', 'mail_create_order']);
  });

  it.each([
    ['a tool nobody sees', { tool: 'acme/none' }, '/tools/0/tool'],
    ['no range', { tool: 'acme/mail.send@new' }, '/tools/0/tool'],
    ['no version in the range', { tool: 'acme/mail.send@^9' }, '/tools/0/tool'],
    ['a preset it does not have', { tool: 'acme/mail.send', preset: { to: 'x' } }, '/tools/0/preset/to'],
    ['a preset it does not take', { tool: 'acme/mail.send', preset: { item: 1 } }, '/tools/0/preset/item'],
  ])('rejects %s, with its place, and changes nothing', async (_, tool, path) => {
    const { manage } = await setUp();
    const refused = await manage.create(ann, { name: 'desk', tools: [tool] });
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_request', issues: [{ path }] } });
    expect(manage.list(admin)).toEqual([]);
  });

  it('refuses two tools of one name, and a name twice', async () => {
    const { manage } = await setUp();
    const alike = ['acme/mail.send', 'acme/orders.create'].map((tool) => ({ tool, as: 'same' }));
    expect(await manage.create(ann, { name: 'desk', tools: alike })).toMatchObject({ error: { issues: [{}, {}] } });
    await manage.create(ann, desk);
    expect(await manage.create(admin, desk)).toMatchObject({ error: { code: 'conflict' } });
  });

  it('shows private sets only to their creators and administrators', async () => {
    const { manage } = await setUp();
    expect(await manage.create(bob, desk)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.create(bob, { ...desk, visibility: 'private' })).toMatchObject({ ok: true });
    expect(manage.find(ann, 'desk')).toMatchObject({ error: { code: 'not_found' } });
    expect(manage.find(admin, 'desk').ok).toBe(true);
    expect(await manage.replace(bob, 'desk', { tools: desk.tools, visibility: 'organisation' })).toMatchObject({
      error: { code: 'forbidden' },
    });
  });

  it('lets only the creator or an administrator change a set, and hides it from other organisations', async () => {
    const { manage } = await setUp();
    await manage.create(ann, desk);
    expect(await manage.replace(bob, 'desk', desk)).toMatchObject({ error: { code: 'forbidden' } });
    expect(await manage.remove(bob, 'desk')).toMatchObject({ error: { code: 'forbidden' } });
    expect(manage.find(stranger, 'desk')).toMatchObject({ error: { code: 'not_found' } });
    expect((await manage.remove(admin, 'desk')).ok).toBe(true);
  });

  it('has a bound', async () => {
    const { manage } = await setUp();
    for (let n = 0; n < maxToolsets; n += 1) await manage.create(ann, { ...desk, name: `desk${n}` });
    expect(await manage.create(ann, desk)).toMatchObject({ error: { code: 'conflict' } });
  });
});
