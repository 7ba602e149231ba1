import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoveryAnswer, Envelope, KitView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let agent: Client;

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'all' });
  agent = await house.as('planner');
}, 120_000);
afterAll(() => house.stop());

const call = (client: Client, tool: string, input: unknown) =>
  client.post<Envelope>('/v1/invocations', { tool, input });
const write = (client: Client, input: object) =>
  call(client, 'assay/files.write', { path: 'note.md', content: 'hello', ...input });
const note = () => join(house.home, 'files', 'note.md');

describe('kits', () => {
  it('data: pure tools are callable from the first start, with their examples', async () => {
    const { status, body } = await call(agent, 'assay/data.calculate', { expression: '0.1 + 0.2' });
    expect([status, body.output]).toEqual([200, { value: 0.3, exact: '0.3' }]);
    const { body: entry } = await house.admin.get<{ manifest: { examples: unknown[] } }>('/v1/tools/assay/data.query');
    expect(entry.manifest.examples).toHaveLength(1);
  });

  it('data: examples pass verification', async () => {
    const started = await house.admin.post<{ id: string }>('/v1/tools/assay/data.hash/verify', {});
    expect(started.status).toBeLessThan(300);
    await eventually(async () => {
      const { body } = await house.admin.get<{ items: { outcome: string | null; tool: string }[] }>(
        '/v1/verifications?tool=assay/data.hash',
      );
      expect(body.items[0]?.outcome).toBe('passed');
    });
  });

  it('files: what acts is refused to everybody, with the command that enables it', async () => {
    for (const client of [agent, house.admin]) {
      const { status, body } = await write(client, { mode: 'create' });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'kit_not_enabled',
        detail: expect.stringContaining('assay kits enable files'),
      });
    }
    expect(readdirSync(join(house.home, 'files'))).not.toContain('note.md');
    expect((await call(agent, 'assay/files.list', {})).status).toBe(200);
  });

  it('files: discovery shows it as not callable, for that reason', async () => {
    const { body } = await agent.post<DiscoveryAnswer>('/v1/discover', {
      query: 'write a file',
      capabilities: ['data.file.write'],
    });
    expect(JSON.stringify(body)).toContain('assay kits enable files');
    expect(body.results.filter((it) => it.tool === 'assay/files.write' && (it.callable as unknown) === true)).toEqual(
      [],
    );
  });

  it('shows administrators of the installation what a kit may do, and nobody else', async () => {
    expect((await agent.get('/v1/kits')).status).toBe(403);
    const { body } = await house.admin.get<{ items: KitView[] }>('/v1/kits');
    expect(body.items.map((it) => [it.name, it.status])).toEqual([
      ['data', 'enabled'],
      ['files', 'disabled'],
    ]);
    const files = body.items[1] as KitView;
    expect(files.reaches).toMatchObject({ isolated: true, network: 'none', hosts: [] });
    expect(files.reaches.folders.map((it) => it.path)).toEqual([
      join(house.home, 'files'),
      join(house.home, 'state', 'kits', 'files'),
    ]);
    expect(files.tools.find((it) => it.tool === 'assay/files.write')).toMatchObject({
      acts: true,
      enabled: false,
      destructive: true,
      undo: 'assay/files.restore@^1',
    });
    expect((await house.admin.get('/v1/kits/unknown')).status).toBe(404);
    expect((await house.admin.post('/v1/kits/data/disable', {})).status).toBe(409);
  });

  it('another organisation’s administrator cannot enable it', async () => {
    await house.admin.post('/v1/organisations', { name: 'other' });
    const other = await house.as('root', { organisation: 'other', role: 'administrator' } as never);
    expect((await other.post('/v1/kits/files/enable', {})).status).toBe(403);
    expect((await write(other, { mode: 'create' })).status).toBe(404);
  });

  it('a grant does not replace enabling', async () => {
    await house.admin.post('/v1/grants', { principal: 'planner', tool: 'assay/files.write', actions: ['call'] });
    expect((await write(agent, { mode: 'create' })).body).toMatchObject({ code: 'kit_not_enabled' });
  });

  it('enabled, everybody in the organisation may call it; the setting survives a restart', async () => {
    const enabled = await house.admin.post<KitView>('/v1/kits/files/enable', {});
    expect([enabled.status, enabled.body.status]).toEqual([200, 'enabled']);
    const colleague = await house.as('colleague');
    const { status, body } = await write(colleague, { mode: 'create' });
    expect([status, body.output]).toMatchObject([200, { path: 'note.md', created: true, sizeBytes: 5 }]);
    expect(readFileSync(note(), 'utf8')).toBe('hello');
    await house.restart();
    expect((await write(await house.as('another'), { mode: 'append', content: ' again' })).status).toBe(200);
    expect(readFileSync(note(), 'utf8')).toBe('hello again');
    const { body: audit } = await house.admin.get<{ items: { action: string; subject: string }[] }>(
      '/v1/audit?action=kit.enable',
    );
    expect(audit.items[0]).toMatchObject({ action: 'kit.enable', subject: 'files' });
  }, 120_000);

  it('a saga restores the former content, unless somebody changed the file since', async () => {
    const saga = (steps: object[]) => house.admin.post<{ id: string }>('/v1/sagas', { steps });
    const ended = (id: string, state: string) =>
      eventually(async () =>
        expect((await house.admin.get<{ state: string }>(`/v1/sagas/${id}`)).body.state).toBe(state),
      );
    const overwrite = {
      id: 'write',
      tool: 'assay/files.write',
      arguments: { path: 'note.md', content: 'new', mode: 'overwrite' },
    };
    const failing = {
      id: 'fail',
      tool: 'assay/files.write',
      arguments: { path: 'absent/x', content: '', mode: 'create' },
    };
    const first = await saga([overwrite, failing]);
    await ended(first.body.id, 'FAILED');
    expect(readFileSync(note(), 'utf8')).toBe('hello again');
    const meddling = {
      id: 'meddle',
      tool: 'assay/files.write',
      arguments: { path: 'note.md', content: '!', mode: 'append' },
      compensation: { tool: 'assay/data.hash', arguments: { text: 'left' } },
    };
    const second = await saga([overwrite, meddling, failing]);
    await ended(second.body.id, 'COMPENSATION_FAILED');
    expect(readFileSync(note(), 'utf8')).toBe('new!');
  }, 60_000);

  it('disabled, it is refused again', async () => {
    expect((await house.admin.post<KitView>('/v1/kits/files/disable', {})).body.status).toBe('disabled');
    expect((await write(agent, { mode: 'overwrite' })).body).toMatchObject({ code: 'kit_not_enabled' });
  });

  it('a kit whose prerequisite is missing is listed as unavailable, with the way to get it', async () => {
    const absent = join(house.home, 'not-there');
    await house.restart({ ASSAY_FILES_ROOTS: absent });
    const { body } = await house.admin.get<KitView>('/v1/kits/files');
    expect(body).toMatchObject({ status: 'unavailable', missing: expect.stringContaining(`The folder ${absent}`) });
    const refused = await house.admin.post('/v1/kits/files/enable', {});
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('Create it')]);
  }, 60_000);
});
