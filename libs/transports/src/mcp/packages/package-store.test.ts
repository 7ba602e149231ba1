import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverRecord } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PackageStore, type SandboxedRun } from './package-store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = JSON.stringify({ packages: { 'node_modules/tools': { version: '1.2.3', integrity: 'sha512-abc' } } });

/** A store whose npm writes a lock file, and one package with one program. */
function setUp(parts: { readonly uv?: boolean; readonly fails?: string; readonly lock?: string } = {}) {
  const runs: SandboxedRun[] = [];
  const run = async (asked: SandboxedRun): Promise<string> => {
    runs.push(asked);
    if (parts.fails !== undefined) throw new Error(parts.fails);
    const root = asked.writes;
    if (asked.args.includes('--package-lock-only')) writeFileSync(join(root, 'package-lock.json'), parts.lock ?? lock);
    else if (asked.args[0] === 'install') {
      mkdirSync(join(root, 'node_modules', 'tools'), { recursive: true });
      mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
      writeFileSync(join(root, 'node_modules', 'tools', 'package.json'), '{"name":"tools","bin":"cli.js"}');
      writeFileSync(join(root, 'node_modules', '.bin', 'tools'), '#!/usr/bin/env node\n');
    }
    return '';
  };
  const store = new PackageStore({
    folder,
    clock: { after: () => () => {} },
    environment: { HTTPS_PROXY: 'http://proxy.example:3128', SECRET: 'x', npm_config_registry: 'https://r.example' },
    home: join(folder, 'nobody'),
    run,
    findCommand: () => (parts.uv ? '/usr/bin/uv' : null),
    pythons: () => [],
    onProgress: () => {},
  });
  return { store, runs };
}
const record = (parts: object = {}) => serverRecord('tools', { command: 'npx', args: ['-y', 'tools', '/data'] }, parts);

describe('PackageStore', () => {
  it('pins, installs without scripts from the user’s sources, and starts what it installed', async () => {
    const { store, runs } = setUp();
    const fetched = await store.fetch(record());
    expect(fetched).toMatchObject({
      value: { runner: 'npx', packages: [{ name: 'tools', version: '1.2.3', integrity: 'sha512-abc' }], lock },
    });
    expect(runs.map((it) => [it.args[0], it.args.includes('--ignore-scripts'), it.network])).toEqual([
      ['install', true, 'sources'],
      ['install', true, 'sources'],
    ]);
    expect(runs[0]?.env).toEqual({
      HTTPS_PROXY: 'http://proxy.example:3128',
      npm_config_registry: 'https://r.example',
    });
    const packages = fetched.ok ? fetched.value : null;
    const started = await store.startOf(record({ packages }));
    expect(started).toMatchObject({ value: { command: process.execPath, args: [expect.any(String), '/data'] } });
    // What is here is not fetched again, and pins are kept.
    expect(await store.fetch(record({ packages }))).toEqual(fetched);
    expect(runs).toHaveLength(2);
    expect(readdirSync(folder).filter((it) => it.startsWith('choosing-'))).toEqual([]);
  });

  it('never fetches for a call', async () => {
    const { store, runs } = setUp();
    expect(await store.startOf(record())).toMatchObject({ error: { code: 'unavailable', outcome: 'none' } });
    const packages = { runner: 'npx', wish: 'x', packages: [], lock: 'elsewhere' };
    expect(await store.startOf(record({ packages }))).toMatchObject({ error: { code: 'unavailable' } });
    expect(runs).toEqual([]);
  });

  it('runs install scripts where the record allows them, without the user’s settings, under its network', async () => {
    const { store, runs } = setUp();
    const isolation = { network: 'none', folders: [], memoryMb: 1, processes: 1, cpus: 1, installScripts: true };
    expect((await store.fetch(record({ isolation }))).ok).toBe(true);
    expect(runs.at(-1)).toMatchObject({ args: expect.arrayContaining(['rebuild']), env: {}, network: isolation });
  });

  it('says why packages cannot be had, without the credentials of their source, and leaves nothing half done', async () => {
    const { store } = setUp({ fails: 'E401 https://ann:secret@r.example/tools' });
    const failed = await store.fetch(record());
    expect(failed).toMatchObject({
      error: { code: 'upstream_unavailable', message: expect.stringContaining('https://r.example/tools') },
    });
    expect(readdirSync(folder).filter((it) => existsSync(join(folder, it)) && it.endsWith('.complete'))).toEqual([]);
  });

  it('takes no package without integrity', async () => {
    const { store } = setUp({ lock: '{"packages":{"node_modules/tools":{"version":"1.2.3"}}}' });
    expect(await store.fetch(record())).toMatchObject({
      error: { message: expect.stringContaining('no integrity of tools') },
    });
  });

  it('names how to get uv, and refuses what it cannot pin', async () => {
    const { store } = setUp();
    const python = serverRecord('time', { command: 'uvx', args: ['mcp-server-time'] });
    expect(await store.fetch(python)).toMatchObject({ error: { message: expect.stringContaining('pip install uv') } });
    const repository = serverRecord('git', { command: 'npx', args: ['github:a/b'] });
    expect(await store.fetch(repository)).toMatchObject({ error: { code: 'invalid_request' } });
    expect(await store.fetch(serverRecord('node', { command: 'node' }))).toEqual({ ok: true, value: null });
  });
});
