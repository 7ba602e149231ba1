import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageKitSettings, settingsOf } from './manage-kit-settings.js';

const root = aCaller({ id: 'principal-root', name: 'root' }, ['admin']);
const command = { command: 'node', args: ['main.js'] };
const secret = 'postgresql://reader:hunter2@db.lan:5432/shop';

async function setUp(record: Partial<Server> = {}) {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace({ id: 'n-assay', name: 'assay', owners: [] }));
  await house.feed.caughtUp();
  const server = {
    namespace: 'assay',
    name: 'database',
    mcp: { ...command, env: { DATABASE_OLD: 'sqlite:/old.db' } },
    isolation: null,
    ...record,
  } as Server;
  const changes: unknown[] = [];
  const settings = new ManageKitSettings({
    directory: house.directory,
    catalogue: { server: (name) => (name === 'assay/database' ? server : undefined) },
    servers: {
      change: async (_caller, name, body) => {
        changes.push({ name, ...body });
        return ok(server);
      },
    },
    kits: [
      {
        name: 'database',
        takes: 'DATABASE_<NAME>',
        check: (name) => (name.startsWith('DATABASE_') ? null : 'A setting of this kit is named DATABASE_<NAME>.'),
        reach: (all) => ({ network: 'none', hosts: Object.keys(all), folders: [] }),
      },
      { name: 'data', takes: null, check: () => null, reach: () => ({ network: 'none', hosts: [], folders: [] }) },
      {
        name: 'git',
        takes: 'GIT_TOKEN',
        check: () => null,
        reach: () => ({ network: 'none', hosts: [], folders: [] }),
      },
    ],
  });
  return { settings, changes, server };
}

describe('ManageKitSettings', () => {
  it('adds a setting to the record and lets the process reach what it names; the others stay', async () => {
    const { settings, changes, server } = await setUp();
    expect(settingsOf(server)).toEqual({ DATABASE_OLD: 'sqlite:/old.db' });
    expect(await settings.set(root, 'database', 'DATABASE_SHOP', secret)).toMatchObject({ ok: true });
    expect(changes).toEqual([
      {
        name: 'assay/database',
        mcp: { ...command, env: { DATABASE_OLD: 'sqlite:/old.db', DATABASE_SHOP: secret } },
        isolation: { network: 'none', hosts: ['DATABASE_OLD', 'DATABASE_SHOP'], folders: [] },
      },
    ]);
  });

  it('removes one, and with the last one the variables', async () => {
    const { settings, changes } = await setUp();
    expect(await settings.remove(root, 'database', 'DATABASE_OLD')).toMatchObject({ ok: true });
    expect(changes).toMatchObject([{ mcp: command, isolation: { hosts: [] } }]);
    expect(changes[0]).not.toHaveProperty('mcp.env');
  });

  it('leaves isolation off where it is off', async () => {
    const { settings, changes } = await setUp({ isolation: 'off' });
    await settings.set(root, 'database', 'DATABASE_SHOP', secret);
    expect(changes).toMatchObject([{ isolation: 'off' }]);
  });

  it.each([
    ['not an administrator', aCaller(), 'database', 'DATABASE_SHOP', 'forbidden'],
    ['an unknown kit', root, 'absent', 'DATABASE_SHOP', 'not_found'],
    ['a kit that is not published', root, 'git', 'GIT_TOKEN', 'conflict'],
    ['a name that the kit does not take', root, 'database', 'PATH', 'invalid_request'],
  ])('changes nothing for %s, and does not repeat the value', async (_, caller, kit, name, code) => {
    const { settings, changes } = await setUp();
    const refused = await settings.set(caller, kit, name, secret);
    expect(refused).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(refused)).not.toContain('hunter2');
    expect(changes).toEqual([]);
  });

  it('says that a setting is not there', async () => {
    const { settings } = await setUp();
    expect(await settings.remove(root, 'database', 'DATABASE_SHOP')).toEqual(
      fail('not_found', 'The kit database has no setting "DATABASE_SHOP".'),
    );
  });
});
