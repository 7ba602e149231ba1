import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, type Root } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenFolder, openChildFolder, openFolder } from './opened.js';
import { textInFile } from './text-in-file.js';

let base: string;
let root: Root;
let parent: OpenFolder;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-files-'));
  await mkdir(join(base, 'root/parent/child'), { recursive: true });
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside/secret.txt'), 'secret');
  [root] = (await openRoots([join(base, 'root')])) as [Root];
  parent = await openFolder(join(root.path, 'parent'), root, 'parent');
});

afterEach(async () => {
  await parent.close();
  await rm(base, { recursive: true });
});

describe('what is opened below an open folder', () => {
  it('is not a folder that became a link after it was seen', async () => {
    await rm(join(root.path, 'parent/child'), { recursive: true });
    await symlink(join(base, 'outside'), join(root.path, 'parent/child'));
    await expect(openChildFolder(parent, 'child', 'parent/child')).rejects.toThrow('parent/child');
  });

  it('is not a folder that was moved outside with its parent', async () => {
    await rename(join(root.path, 'parent'), join(base, 'outside/parent'));
    await expect(openChildFolder(parent, 'child', 'parent/child')).rejects.toThrow('moved outside');
  });

  it('is not a file that became a link or a folder after it was seen', async () => {
    await symlink(join(base, 'outside/secret.txt'), join(root.path, 'parent/link.txt'));
    expect(textInFile(parent, 'link.txt')).toBe('unreadable');
    expect(textInFile(parent, 'child')).toBe('unreadable');
    expect(textInFile(parent, 'absent.txt')).toBe('unreadable');
  });

  it('stays with the folder that was opened when another takes its name', async () => {
    await writeFile(join(root.path, 'parent/own.txt'), 'own');
    await rename(join(root.path, 'parent'), join(root.path, 'former'));
    await symlink(join(base, 'outside'), join(root.path, 'parent'));
    expect(textInFile(parent, 'own.txt')).toEqual({ text: 'own' });
    expect(textInFile(parent, 'secret.txt')).toBe('unreadable');
  });
});
