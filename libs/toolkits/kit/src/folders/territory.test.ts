import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openRoots } from './roots.js';
import { Territory } from './territory.js';

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'assay-files-')));
  await mkdir(join(base, 'one/inner'), { recursive: true });
  await mkdir(join(base, 'two'));
  await mkdir(join(base, 'one-secret'));
  await writeFile(join(base, 'one/a.txt'), 'a');
  await writeFile(join(base, 'two/b.txt'), 'b');
  await writeFile(join(base, 'one-secret/key'), 'secret');
  await symlink(join(base, 'one-secret/key'), join(base, 'one/escape'));
  await symlink(join(base, 'one-secret'), join(base, 'one/escape-folder'));
  await symlink(join(base, 'nowhere'), join(base, 'one/dangling'));
  await symlink('a.txt', join(base, 'one/alias'));
  await symlink(join(base, 'two/b.txt'), join(base, 'one/across'));
  await symlink('loop', join(base, 'one/loop'));
});

afterEach(() => rm(base, { recursive: true }));

const over = async (...names: string[]) => new Territory(await openRoots(names.map((name) => join(base, name))));

describe('one root', () => {
  it.each([
    ['.', '.'],
    ['', '.'],
    ['a.txt', 'a.txt'],
    ['./inner/../a.txt', 'a.txt'],
    ['inner/', 'inner'],
  ])('finds %j as %s', async (asked, shown) => {
    const place = await (await over('one')).locate(asked);
    expect(place).toMatchObject({ shown, linked: false });
  });

  it('takes an absolute path inside the root', async () => {
    expect((await (await over('one')).locate(join(base, 'one/a.txt'))).shown).toBe('a.txt');
  });

  it('takes an absolute path through the link the root was configured with', async () => {
    await symlink(join(base, 'one'), join(base, 'configured'));
    const territory = await over('configured');
    expect((await territory.locate(join(base, 'configured/a.txt'))).shown).toBe('a.txt');
  });

  it('follows a link that stays inside and says so', async () => {
    expect(await (await over('one')).locate('alias')).toMatchObject({ shown: 'a.txt', linked: true });
  });

  it.each([
    '..',
    '../one-secret/key',
    'inner/../../one-secret/key',
    '/etc/passwd',
    '//etc/passwd',
    'escape',
    'escape-folder/key',
    'escape-folder/absent',
    'dangling',
    'dangling/below',
    'across',
  ])('refuses %s without telling where it leads', async (asked) => {
    const problem = await (await over('one')).locate(asked).catch((error: Error) => error);
    expect(problem).toMatchObject({ name: 'Refusal', message: expect.stringContaining('leads outside') });
    expect(String(problem)).not.toContain('nowhere');
  });

  it.each([
    ['a.txt\0.md', /NUL/],
    ['x'.repeat(5_000), /longer than 4096/],
    ['y'.repeat(300), /longer than the file system allows/],
    ['absent', /Nothing exists at "absent"/],
    ['a.txt/below', /is a file, not a folder/],
    ['loop', /leads outside/],
  ])('refuses %.20j with advice', async (asked, message) => {
    await expect((await over('one')).locate(asked)).rejects.toThrow(message);
  });

  it('does not take a sibling whose name begins alike for its own', async () => {
    await expect((await over('one')).locate(join(base, 'one-secret/key'))).rejects.toThrow(/leads outside/);
  });
});

describe('several roots', () => {
  it('names the root in the first segment', async () => {
    const territory = await over('one', 'two');
    expect((await territory.locate('two/b.txt')).shown).toBe('two/b.txt');
    await expect(territory.locate('b.txt')).rejects.toThrow(/Begin the path with one of the roots: "one", "two"/);
    await expect(territory.locate('one/../two/b.txt')).rejects.toThrow(/leads outside/);
  });

  it('allows a link from one root into another', async () => {
    expect((await (await over('one', 'two')).locate('one/across')).shown).toBe('two/b.txt');
  });

  it('shows the list of roots as "."', async () => {
    const territory = await over('one', 'two');
    expect([territory.isOverview('.'), territory.isOverview('./'), territory.isOverview('one')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('numbers roots of one name and drops repeated ones', async () => {
    await mkdir(join(base, 'two/one'));
    const roots = await openRoots([join(base, 'one'), join(base, 'two/one'), join(base, 'one/')]);
    expect(roots.map(({ name }) => name)).toEqual(['one', 'one-2']);
  });
});

describe('roots that will not do', () => {
  it.each([
    [[], /at least one folder/],
    [['/definitely/absent'], /does not exist/],
    [['/proc'], /view of the kernel/],
  ])('refuses %j', async (folders, message) => {
    await expect(openRoots(folders)).rejects.toThrow(message);
  });

  it('refuses a file', async () => {
    await expect(openRoots([join(base, 'one/a.txt')])).rejects.toThrow(/is not a folder/);
  });
});
