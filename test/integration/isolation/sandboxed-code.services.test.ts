import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectIsolation, type Isolation, openIsolation } from '@assay/isolation';
import { type CodeRun, openSandbox, type Sandbox } from '@assay/sandbox';
import { isolatedProcesses } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;
const limits = { memoryMb: 256, processes: 32 };

let folder: string;
let database: Server;
let isolation: Isolation;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-code-')));
  mkdirSync(join(folder, 'home', 'state'), { recursive: true });
  mkdirSync(join(folder, 'program'));
  writeFileSync(join(folder, 'home', 'admin.key'), 'the key of the installation');
  database = createServer((socket) => socket.on('error', () => {}).end('rows')).listen(0, '0.0.0.0');
  await once(database, 'listening');
  const home = join(folder, 'home');
  isolation = openIsolation({
    ...{ support, stateFolder: join(home, 'state'), hide: [home], permitFor: () => async () => [] },
  });
  sandbox = openSandbox({ isolated: isolatedProcesses(isolation, join(home, 'state')), warm: 1, maxRuns: 3 });
});
afterAll(() => {
  sandbox.close();
  isolation.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What Node does in the place of the engine, as if generated code had left it: the last line it prints. */
async function escaped(code: string): Promise<string> {
  const file = join(folder, 'program', 'escaped.cjs');
  writeFileSync(
    file,
    `const fs = require('node:fs'), net = require('node:net'), child = require('node:child_process');
(async () => { ${code} })().then((it) => console.log(it), (error) => console.log('stopped: ' + (error.code ?? error.message)));`,
  );
  const start = isolatedProcesses(isolation, join(folder, 'home', 'state'));
  const command = { command: process.execPath, args: [file], folders: [join(folder, 'program')], limits };
  const started = await start(command);
  let out = '';
  started.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  started.stdin.end();
  await new Promise<void>((resolve) => started.onExit(resolve));
  return out.trim().split('\n').at(-1) ?? '';
}

const run = async (code: string, more: Partial<CodeRun> = {}) => {
  const session = await sandbox.open({
    ...{ language: 'javascript', entry: 'body', code, input: null, nowMs: 1_000, seed: 7 },
    ...more,
  });
  const { end } = await session.begin();
  session.close();
  return end;
};

whereIsolated('code that has left its engine', () => {
  it('reads no file of the installation, and no environment', async () => {
    expect(
      await escaped(`return fs.readFileSync(${JSON.stringify(join(folder, 'home', 'admin.key'))}, 'utf8')`),
    ).toMatch(/^stopped: ENOENT|^stopped: EACCES/);
    const names = await escaped(`return JSON.stringify(Object.keys(process.env))`);
    expect(names).not.toMatch(/ASSAY|DATABASE|LLM|OIDC/);
  });

  it('writes nothing beside its program, and finds nothing that a run before it wrote', async () => {
    const target = JSON.stringify(join(folder, 'program', 'left.txt'));
    await escaped(`fs.writeFileSync(${target}, 'left'); fs.writeFileSync(process.env.HOME + '/left', '1'); return 1`);
    expect(existsSync(join(folder, 'program', 'left.txt'))).toBe(false);
    expect(await escaped(`return fs.existsSync(${target}) + ' ' + fs.existsSync(process.env.HOME + '/left')`)).toBe(
      'false false',
    );
  });

  it('reaches no network', async () => {
    const { port } = database.address() as AddressInfo;
    const connecting = `return new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1').on('connect', () => resolve('REACHED')).on('error', reject))`;
    expect(await escaped(connecting)).toMatch(/^stopped: /);
  });

  it('sees no other process, and forks within its limit', async () => {
    const others = `return fs.readdirSync('/proc').filter((it) => /^[0-9]+$/.test(it)).length`;
    expect(Number(await escaped(others))).toBeLessThan(limits.processes);
    const forks = `
      let started = 0;
      for (let at = 0; at < 200; at += 1) {
        const it = child.spawn('/bin/sleep', ['30']);
        it.on('error', () => {});
        if (it.pid !== undefined) started += 1;
      }
      process.nextTick(() => process.exit(0));
      console.log(started);`;
    const started = await escaped(forks);
    if (support.filtersCalls) expect(started).toBe('stopped: EPERM');
    expect(Number(started) || 0).toBeLessThan(limits.processes);
  });
});

whereIsolated('code in its engine, isolated', () => {
  it('is ended when it hangs, floods or takes memory, while others go on', async () => {
    const hostile = [
      run('for (;;) {}', { limits: { cpuMs: 500, timeoutMs: 5_000 } }),
      run('const a = []; for (;;) a.push({})', { limits: { memoryMb: 16 } }),
    ];
    expect(await run('return 6 * 7')).toEqual({ kind: 'returned', value: 42 });
    const ends = await Promise.all(hostile);
    expect(ends.map((it) => it?.kind)).toEqual(['limit', 'limit']);
  });

  it('reads nothing of a run before it, in a process of its own', async () => {
    await run('globalThis.secret = "s3cret"; Object.prototype.leak = 1; return 1');
    expect(await run('return [typeof globalThis.secret, typeof ({}).leak]')).toEqual({
      ...{ kind: 'returned', value: ['undefined', 'undefined'] },
    });
  });

  it('waits for its turn when many runs come at once', async () => {
    const ends = await Promise.all(Array.from({ length: 6 }, (_, at) => run(`return ${at}`)));
    expect(ends.map((it) => (it?.kind === 'returned' ? it.value : it))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
