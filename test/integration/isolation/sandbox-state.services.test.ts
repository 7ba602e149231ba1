import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProfile, detectIsolation, type IsolatedCommand, openIsolation } from '@assay/isolation';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;
const signal = new AbortController().signal;
const profile = { ...defaultProfile, network: 'none' } as const;

let folder: string;
let script: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-state-')));
  mkdirSync(join(folder, 'server', 'dist'), { recursive: true });
  writeFileSync(join(folder, 'server', 'package.json'), '{"name":"a-server"}');
  writeFileSync(join(folder, 'server', 'dist', 'words.txt'), 'first');
  script = join(folder, 'server', 'dist', 'run.cjs');
  writeFileSync(script, "const fs=require('fs');process.chdir(__dirname);console.log(eval(process.argv[2]))");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () =>
  openIsolation({ support, stateFolder: join(folder, 'state'), hide: [], permitFor: () => async () => [] });

/** What a program beside its package makes of some code. */
async function evaluate(code: string, parts: Partial<IsolatedCommand> = {}): Promise<string> {
  const { stdout, stderr } = await open().run(
    { command: process.execPath, args: [script, code], profile, state: 'servers/one/shared', ...parts },
    { signal },
  );
  return (stdout + stderr).trim();
}

whereIsolated('what a started command keeps', () => {
  it('is what it writes beside its code and at home, across starts, never in the original', async () => {
    const write = "fs.writeFileSync('memory.json','kept');fs.writeFileSync(process.env.HOME+'/note','kept');1";
    expect(await evaluate(write)).toBe('1');
    const read = "fs.readFileSync('memory.json','utf8')+fs.readFileSync(process.env.HOME+'/note','utf8')";
    expect(await evaluate(read)).toBe('keptkept');
    expect(existsSync(join(folder, 'server', 'dist', 'memory.json'))).toBe(false);
  });

  it('belongs to it alone', async () => {
    await evaluate("fs.writeFileSync('memory.json','mine');fs.writeFileSync(process.env.HOME+'/note','mine');1");
    const look = "fs.existsSync('memory.json')+' '+fs.existsSync(process.env.HOME+'/note')";
    expect(await evaluate(look, { state: 'servers/two/shared' })).toBe('false false');
    expect(await evaluate(look, { state: 'servers/one/connections/other' })).toBe('false false');
    expect(await evaluate(look)).toBe('true true');
  });

  it('stays when its package changes, and changed files of the package are there', async () => {
    await evaluate("fs.writeFileSync('memory.json','kept');1");
    writeFileSync(join(folder, 'server', 'dist', 'words.txt'), 'second version');
    expect(await evaluate("fs.readFileSync('words.txt','utf8')+' '+fs.readFileSync('memory.json','utf8')")).toBe(
      'second version kept',
    );
  });

  it('does not lead outside when its package is refreshed, whatever links it put there', async () => {
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'words.txt'), 'untouched');
    const link = `fs.renameSync('../dist','../before');fs.symlinkSync(${JSON.stringify(outside)},'../dist');1`;
    await evaluate(link);
    writeFileSync(join(folder, 'server', 'dist', 'words.txt'), 'an update');
    await evaluate('1').catch(() => '');
    expect(readFileSync(join(outside, 'words.txt'), 'utf8')).toBe('untouched');
  });

  it('shows folders of its profile as they are, under a linked name too', async () => {
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(folder, 'data'), join(folder, 'linked'));
    const path = join(folder, 'linked');
    const write = `fs.writeFileSync(${JSON.stringify(join(path, 'x'))},'y');fs.readFileSync(${JSON.stringify(join(folder, 'data', 'x'))},'utf8')`;
    const folders = [{ path, mode: 'rw' } as const];
    expect(await evaluate(write, { profile: { ...profile, folders } })).toBe('y');
    expect(readFileSync(join(folder, 'data', 'x'), 'utf8')).toBe('y');
    const readOnly = { ...profile, folders: [{ path, mode: 'ro' } as const] };
    expect(await evaluate(write, { profile: readOnly })).toContain('EROFS');
  });

  it('is refused for a folder that does not exist, with the setting to change', async () => {
    const folders = [{ path: join(folder, 'nowhere'), mode: 'rw' } as const];
    await expect(evaluate('1', { profile: { ...profile, folders } })).rejects.toMatchObject({
      code: 'EFOLDER',
      message: expect.stringContaining('"folders"'),
    });
  });
});
