import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { DiscoveryAnswer, Envelope, KitView } from '@assay/contracts';
import { detectIsolation } from '@assay/isolation';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? it : it.skip;
const path = process.env.PATH ?? '';
let house: House;
let programs: string;

/** A folder with every program of the PATH but git. */
function withoutGit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-path-'));
  chmodSync(folder, 0o755);
  for (const each of path.split(delimiter)) {
    let names: string[] = [];
    try {
      names = readdirSync(each).filter((name) => !/^git(?:-.{1,40})?$/.test(name));
    } catch {
      continue;
    }
    for (const name of names) {
      try {
        symlinkSync(join(each, name), join(folder, name));
      } catch {
        // An earlier folder of the PATH has it.
      }
    }
  }
  return folder;
}

const call = async (tool: string, input: unknown) =>
  (await (await house.as('planner')).post<Envelope>('/v1/invocations', { tool, input })).body;
const verdictOf = async (tool: string) => {
  await house.admin.post(`/v1/tools/${tool}/verify`, {});
  return eventually(async () => {
    const { body } = await house.admin.get<{ items: { verdict: string | null; reason?: string }[] }>(
      `/v1/verifications?tool=${tool}`,
    );
    return body.items[0]?.verdict ?? undefined;
  }, 'verified');
};

beforeAll(async () => {
  programs = withoutGit();
  process.env.PATH = programs;
  house = await startHouse({ ASSAY_KITS: 'data,files,git' });
  mkdirSync(join(house.home, 'files', 'shop'), { recursive: true });
}, 120_000);
afterAll(async () => {
  process.env.PATH = path;
  await house.stop();
  rmSync(programs, { recursive: true, force: true });
});

whereIsolated(
  'a first start without git lists the kit as unavailable, publishes the others, and publishes it once git is there',
  async () => {
    const missing = expect.stringContaining('git is not installed. Install it (Debian: apt-get install git)');
    const view = (await house.admin.get<KitView>('/v1/kits/git')).body;
    expect(view).toMatchObject({ status: 'unavailable', missing });
    expect((await house.admin.get('/v1/tools/assay/git.status')).status).toBe(404);
    const enabling = await house.admin.post('/v1/kits/git/enable', {});
    expect([enabling.status, JSON.stringify(enabling.body)]).toEqual([409, expect.stringContaining('apt-get')]);
    expect((await call('assay/files.list', {})).output).toMatchObject({
      entries: expect.arrayContaining([{ path: 'shop', kind: 'folder' }]),
    });
    expect((await call('assay/data.calculate', { expression: '1 + 1' })).output).toMatchObject({ value: 2 });

    process.env.PATH = path;
    await house.restart();
    expect((await house.admin.get<KitView>('/v1/kits/git')).body.status).toBe('disabled');
    expect(await verdictOf('assay/git.log')).toBe('green');
  },
  120_000,
);

whereIsolated(
  'when git goes away later, verification is inconclusive, nobody is alerted, and the rest works',
  async () => {
    process.env.PATH = programs;
    await house.restart();
    expect((await house.admin.get<KitView>('/v1/kits/git')).body).toMatchObject({
      status: 'unavailable',
      missing: expect.stringContaining('apt-get install git'),
    });
    const before = (await house.admin.get<{ items: unknown[] }>('/v1/alerts')).body;
    expect(await verdictOf('assay/git.log')).toBe('inconclusive');
    expect((await house.admin.get<{ items: unknown[] }>('/v1/alerts')).body).toEqual(before);
    expect(await call('assay/git.status', { repo: 'shop' })).toMatchObject({
      error: { code: 'tool_error', message: expect.stringContaining('git is not installed') },
    });
    const found = await (await house.as('planner')).post<DiscoveryAnswer>('/v1/discover', { query: 'list a folder' });
    expect(found.body.results.map((it) => it.tool)).toContain('assay/files.list');
    expect((await call('assay/files.list', {})).output).toBeDefined();
  },
  120_000,
);
