import { chmod, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, Territory } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KeptContents } from './kept-contents.js';
import { restoreWith } from './restore.js';
import { writeWith } from './write.js';

const day = 24 * 3_600_000;
let base: string;
let root: string;
let territory: Territory;
let now: number;
let kept: KeptContents;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-write-'));
  root = join(base, 'root');
  await mkdir(root);
  territory = new Territory(await openRoots([root]));
  now = 1_800_000_000_000;
  kept = new KeptContents(join(base, 'kept'), () => now, { bytes: 1_000, entries: 100 });
});
afterEach(() => rm(base, { recursive: true }));

const context = () => ({
  territory,
  signal: new AbortController().signal,
  now: () => 0,
  wallClock: () => 0,
  progress: () => {},
});

async function write(input: Record<string, unknown>) {
  const tool = writeWith(kept);
  const { structured } = await tool.run(tool.input.parse(input), context());
  return tool.output.parse(structured);
}
async function restore(undo: string) {
  const tool = restoreWith(kept);
  return (await tool.run({ undo }, context())).structured;
}
const content = (name: string) => readFile(join(root, name), 'utf8');

describe('write', () => {
  it('creates, overwrites and appends', async () => {
    expect(await write({ path: 'a.txt', mode: 'create', content: 'one' })).toMatchObject({
      path: 'a.txt',
      created: true,
      sizeBytes: 3,
      before: null,
    });
    expect(await write({ path: 'a.txt', mode: 'append', content: ' two' })).toMatchObject({
      created: false,
      sizeBytes: 7,
    });
    expect(await content('a.txt')).toBe('one two');
    await write({ path: 'a.txt', mode: 'overwrite', content: 'AP8=', encoding: 'base64' });
    expect(await readFile(join(root, 'a.txt'))).toEqual(Buffer.from([0, 255]));
    expect(await readdir(root)).toEqual(['a.txt']);
  });

  it('keeps the permissions of the file, and makes folders when asked', async () => {
    await writeFile(join(root, 'run.sh'), 'x');
    await chmod(join(root, 'run.sh'), 0o750);
    await write({ path: 'run.sh', mode: 'overwrite', content: 'y' });
    expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o750);
    expect(await write({ path: 'deep/er/b.txt', mode: 'create', content: '', makeFolders: true })).toMatchObject({
      path: 'deep/er/b.txt',
    });
    expect(await content('deep/er/b.txt')).toBe('');
  });

  it('does not write through another name of the same file', async () => {
    await writeFile(join(base, 'outside'), 'secret');
    await link(join(base, 'outside'), join(root, 'a.txt'));
    await write({ path: 'a.txt', mode: 'append', content: '!' });
    expect(await readFile(join(base, 'outside'), 'utf8')).toBe('secret');
  });

  it.each([
    [{ path: '../x', mode: 'create' }, /leads outside/],
    [{ path: 'out/x', mode: 'create' }, /leads outside/],
    [{ path: 'out/new/x', mode: 'create', makeFolders: true }, /leads outside/],
    [{ path: 'new/../../x', mode: 'create', makeFolders: true }, /leads outside|does not name|\.\./],
    [{ path: '/etc/x', mode: 'create' }, /leads outside/],
    [{ path: 'link', mode: 'overwrite' }, /is a link/],
    [{ path: 'dangling', mode: 'create' }, /is a link/],
    [{ path: 'folder', mode: 'overwrite' }, /not a regular file/],
    [{ path: 'folder/', mode: 'create' }, /does not name a file/],
    [{ path: '.', mode: 'create' }, /does not name a file/],
    [{ path: 'no/x', mode: 'create' }, /Nothing exists/],
    [{ path: 'file', mode: 'create' }, /exists already/],
    [{ path: 'file/x', mode: 'create', makeFolders: true }, /file, not a folder|Nothing|not a folder/],
    [{ path: 'file', mode: 'overwrite', ifSha256: '0'.repeat(64) }, /does not have that SHA-256/],
    [{ path: 'file', mode: 'overwrite', content: '***', encoding: 'base64' }, /base64/],
    [{ path: 'big', mode: 'overwrite' }, /more than can be kept/],
  ])('refuses %j and changes nothing', async (input, message) => {
    await mkdir(join(base, 'elsewhere'));
    await writeFile(join(base, 'elsewhere', 'target'), 'theirs');
    await symlink(join(base, 'elsewhere'), join(root, 'out'));
    await symlink(join(base, 'elsewhere', 'target'), join(root, 'link'));
    await symlink(join(base, 'elsewhere', 'new'), join(root, 'dangling'));
    await mkdir(join(root, 'folder'));
    await writeFile(join(root, 'file'), 'mine');
    await writeFile(join(root, 'big'), 'x'.repeat(2_000));
    await expect(write({ content: 'bad', ...input })).rejects.toThrow(message);
    expect(await content('file')).toBe('mine');
    expect(await readdir(join(base, 'elsewhere'))).toEqual(['target']);
    expect(await readFile(join(base, 'elsewhere', 'target'), 'utf8')).toBe('theirs');
    expect((await readdir(root)).sort()).toEqual(['big', 'dangling', 'file', 'folder', 'link', 'out']);
  });

  it('stays inside while somebody swaps its folder for a link, again and again', async () => {
    await mkdir(join(base, 'elsewhere'));
    await mkdir(join(root, 'd'));
    let swapping = true;
    const swap = (async () => {
      for (let round = 0; swapping; round += 1) {
        for (let pause = 0; pause < round % 13; pause += 1) await stat(root);
        await rename(join(root, 'd'), join(root, 'd2'));
        await symlink(join(base, 'elsewhere'), join(root, 'd'));
        await rm(join(root, 'd'));
        await rename(join(root, 'd2'), join(root, 'd'));
      }
    })();
    const outcomes: boolean[] = [];
    for (let round = 0; round < 300; round += 1)
      outcomes.push(
        await write({ path: 'd/a.txt', mode: 'overwrite', content: `${round}` }).then(
          () => true,
          () => false,
        ),
      );
    swapping = false;
    await swap;
    expect(outcomes).toContain(true);
    expect(await readdir(join(base, 'elsewhere'))).toEqual([]);
  });

  it('shows readers the whole file, before or after', async () => {
    const [one, other] = ['a'.repeat(900), 'b'.repeat(900)];
    await write({ path: 'a.txt', mode: 'create', content: one });
    const seen = new Set<string>();
    const writing = (async () => {
      for (let round = 0; round < 50; round += 1)
        await write({ path: 'a.txt', mode: 'overwrite', content: round % 2 ? one : other });
    })();
    for (let round = 0; round < 100; round += 1) seen.add(await content('a.txt'));
    await writing;
    expect([...seen].every((it) => it === one || it === other)).toBe(true);
  });
});

describe('restore', () => {
  it('brings the former content and permissions back, once', async () => {
    await writeFile(join(root, 'a.txt'), 'before');
    await chmod(join(root, 'a.txt'), 0o600);
    const { undo, undoUntil } = await write({ path: 'a.txt', mode: 'overwrite', content: 'after' });
    expect(undoUntil).toBe(new Date(now + 30 * day).toISOString());
    expect(await restore(undo)).toEqual({ path: 'a.txt', outcome: 'restored' });
    expect(await content('a.txt')).toBe('before');
    expect((await stat(join(root, 'a.txt'))).mode & 0o777).toBe(0o600);
    expect(await restore(undo)).toMatchObject({ outcome: 'unchanged' });
  });

  it('removes what the write created', async () => {
    const { undo } = await write({ path: 'a.txt', mode: 'create', content: 'after' });
    expect(await restore(undo)).toMatchObject({ outcome: 'removed' });
    expect(await readdir(root)).toEqual([]);
    expect(await restore(undo)).toMatchObject({ outcome: 'unchanged' });
  });

  it('leaves a file that somebody changed since', async () => {
    await writeFile(join(root, 'a.txt'), 'before');
    const { undo } = await write({ path: 'a.txt', mode: 'overwrite', content: 'after' });
    await writeFile(join(root, 'a.txt'), 'theirs');
    await expect(restore(undo)).rejects.toThrow(/changed since/);
    expect(await content('a.txt')).toBe('theirs');
    await rm(join(root, 'a.txt'));
    await expect(restore(undo)).rejects.toThrow(/changed since/);
  });

  it('keeps contents for 30 days and within its bytes, the oldest going first', async () => {
    await writeFile(join(root, 'a.txt'), 'x'.repeat(600));
    const first = await write({ path: 'a.txt', mode: 'overwrite', content: 'y'.repeat(600) });
    now += 1;
    const second = await write({ path: 'a.txt', mode: 'overwrite', content: 'z' });
    await expect(restore(first.undo)).rejects.toThrow(/deleted to make room/);
    now += 30 * day;
    expect(await restore(second.undo)).toMatchObject({ outcome: 'restored' });
    now += 1;
    await expect(restore(second.undo)).rejects.toThrow(/older than 30 days/);
    now += 1;
    await write({ path: 'b.txt', mode: 'create', content: '' });
    expect(await readdir(join(base, 'kept'))).toHaveLength(1);
    expect((await stat(join(base, 'kept'))).mode & 0o777).toBe(0o700);
  });

  it.each(['', '../../etc/passwd', `1800000000000-0-${'0'.repeat(32)}`])('refuses the id %j', async (undo) => {
    await expect(restore(undo)).rejects.toThrow(/Nothing is kept/);
  });

  it('restores only inside the folders of today', async () => {
    await writeFile(join(root, 'a.txt'), 'before');
    const { undo } = await write({ path: 'a.txt', mode: 'overwrite', content: 'after' });
    await mkdir(join(base, 'other'));
    territory = new Territory(await openRoots([join(base, 'other')]));
    await expect(restore(undo)).rejects.toThrow(/leads outside/);
  });
});
