import { type IsolationProfile, roles } from '@assay/contracts';
import { SmallHouse } from '@assay/gateway/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { isCommand, mayIsolateSo, mayWriteCommand } from './check-command.js';
import { defaultLimits } from './isolation-profile.js';

const host = aCaller({}, ['registry:publish', 'hosts:command']);
const root = aCaller({}, roles.administrator);
const tenant = aCaller({ id: 'principal-eve', organisationId: 'org-other' }, roles.administrator);
const profile: IsolationProfile = { network: 'egress', folders: [], ...defaultLimits };

describe('mayWriteCommand', () => {
  it('is for holders of the scope in the installation’s own organisation', async () => {
    const { cataloguePorts: ports } = await SmallHouse.open();
    expect(mayWriteCommand(host, 'org-acme', ports)).toMatchObject({ ok: true });
    expect(mayWriteCommand(aCaller(), 'org-acme', ports)).toMatchObject({ error: { code: 'forbidden' } });
    expect(mayWriteCommand(tenant, 'org-other', ports)).toMatchObject({ error: { code: 'command_forbidden' } });
    expect(mayWriteCommand(tenant, 'org-acme', ports)).toMatchObject({ error: { code: 'command_forbidden' } });
    expect(mayWriteCommand(root, 'org-other', ports)).toMatchObject({ error: { code: 'command_forbidden' } });
  });

  it('is for administrators of the installation only, on a machine without isolation', async () => {
    const house = await SmallHouse.open();
    house.machine.hasIsolation = false;
    expect(mayWriteCommand(root, 'org-acme', house.cataloguePorts)).toMatchObject({ ok: true });
    expect(mayWriteCommand(host, 'org-acme', house.cataloguePorts)).toMatchObject({
      error: { code: 'command_forbidden', message: expect.stringContaining('isolate') },
    });
  });
});

describe('mayIsolateSo', () => {
  it('lets only administrators of the installation disable isolation', async () => {
    const { cataloguePorts: ports } = await SmallHouse.open();
    expect(await mayIsolateSo(root, 'off', ports)).toMatchObject({ ok: true });
    expect(await mayIsolateSo(host, 'off', ports)).toMatchObject({
      error: { code: 'command_forbidden', issues: [{ path: '/isolation' }] },
    });
  });

  it('lists each folder that is not allowed, with its pointer', async () => {
    const house = await SmallHouse.open();
    house.machine.has('folder', '/data').has('folder', '/link', '/srv/assay/state').has('folder', '/srv/assay/files');
    const folders = ['/data', '/none', '/srv/assay', '/link', '/srv/assay/files'].map((path) => ({
      path,
      mode: 'rw' as const,
    }));
    const paths = async (caller: typeof host) => {
      const answer = await mayIsolateSo(caller, { ...profile, folders }, house.cataloguePorts);
      return answer.ok ? [] : answer.error.issues?.map((it) => it.path);
    };
    expect(await paths(host)).toEqual([1, 2, 3, 4].map((index) => `/isolation/folders/${index}/path`));
    expect(await paths(root)).toEqual([1, 2].map((index) => `/isolation/folders/${index}/path`));
  });

  it('refuses the addresses of Assay’s own services, under any name of loopback', async () => {
    const { cataloguePorts: ports } = await SmallHouse.open();
    const hosts = ['db.example:5432', 'localhost:54329'];
    expect(await mayIsolateSo(root, { ...profile, hosts }, ports)).toMatchObject({
      error: { code: 'invalid_request', issues: [{ path: '/isolation/hosts/1' }] },
    });
  });
});

it('distinguishes commands from addresses', () => {
  expect([isCommand({ command: 'node' }), isCommand({ url: 'http://x.example' }), isCommand(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
