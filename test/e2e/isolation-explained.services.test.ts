import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfirmedImport, Envelope, ImportView, IsolationSettings, ServerView } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const support = await detectIsolation();
const whereIsolated = support.kind === 'none' ? describe.skip : describe;
const script = fileURLToPath(new URL('../fixtures/reaching-upstream.mjs', import.meta.url));

let house: House;
let folder: string;
let local: TcpServer;
let port: number;

beforeAll(async () => {
  house = await startHouse();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-outside-')));
  local = createServer((socket) => socket.on('error', () => {}).end('hello'));
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  port = (local.address() as AddressInfo).port;
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const source = { mcp: { command: process.execPath, args: [script] } };
  const proposed = await house.admin.post<ImportView>('/v1/imports', { namespace: 'acme', server: 'reach', source });
  const confirmed = await house.admin.post<ConfirmedImport>(`/v1/imports/${proposed.body.id}/confirm`, {});
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
});
afterAll(async () => {
  await house.stop();
  local.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (tool: string, input: object) =>
  house.admin.post<Envelope & Refusal>('/v1/invocations', { tool: `acme/reach.${tool}`, input });
const shown = async () => (await house.admin.get<ServerView>('/v1/servers/acme/reach')).body;
const change = (isolation: IsolationSettings) => house.admin.patch('/v1/servers/acme/reach', { isolation });

/** Whatever of a failed call is shown: its error, its warnings, its provenance. */
const wordsOf = ({ body }: { readonly body: unknown }) => JSON.stringify(body);

whereIsolated('a command that its isolation stops', () => {
  it('names the folder to add, and writes there after it was added', async () => {
    const path = join(folder, 'note.txt');
    const stopped = await call('write', { path });
    expect(stopped.status).not.toBe(200);
    expect(wordsOf(stopped)).toContain(`does not show it ${folder}: add it to \\"folders\\"`);
    expect((await shown()).refusals).toMatchObject([{ setting: 'folders', message: expect.stringContaining(folder) }]);
    await change({ folders: [{ path: folder, mode: 'rw' }] });
    expect((await call('write', { path })).body).toMatchObject({ status: 'succeeded' });
    expect(existsSync(path)).toBe(true);
  });

  it('names the host to add, and reaches it after it was added', async () => {
    const stopped = await call('connect', { port });
    expect(stopped.status).not.toBe(200);
    expect(wordsOf(stopped)).toContain(`add \\"127.0.0.1:${port}\\" to \\"hosts\\"`);
    expect((await shown()).refusals?.[0]).toMatchObject({ setting: 'hosts' });
    await change({ hosts: [`127.0.0.1:${port}`] });
    expect((await call('connect', { port })).body).toMatchObject({ status: 'succeeded' });
  });

  it('has its isolation in the provenance of a failed call', async () => {
    const stopped = await call('write', { path: join(folder, 'absent', 'note.txt') });
    expect(stopped.body.provenance?.isolation).toMatchObject({ network: 'egress' });
  });

  it('is not started without isolation where that is required, with a code of its own', async () => {
    await house.restart({ ASSAY_ISOLATION: 'required' });
    expect((await call('write', { path: '/tmp/own.txt' })).status).toBe(200);
    await change('off');
    const refused = await call('write', { path: '/tmp/own.txt' });
    expect([refused.status, refused.body.code ?? refused.body.error?.code]).toEqual([403, 'isolation_required']);
    expect(wordsOf(refused)).toContain('assay servers change acme/reach --isolation network=egress');
  });
});

it('keeps nothing of a command whose server is removed', async () => {
  const mcp = { command: process.execPath, args: [script] };
  expect((await house.admin.post('/v1/servers', { name: 'acme/spare', mcp })).status).toBe(201);
  const [row] = await house.sql<{ id: string }>(`SELECT id FROM servers WHERE namespace = 'acme' AND name = 'spare'`);
  const kept = join(house.home, 'state', 'servers', String(row?.id));
  mkdirSync(join(kept, 'shared', 'home'), { recursive: true });
  expect((await house.admin.delete('/v1/servers/acme/spare')).status).toBe(204);
  await eventually(() => (existsSync(kept) ? undefined : true), 'the folders of the removed server are gone');
});
