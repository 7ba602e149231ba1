import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, Territory } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { list } from './list.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  for (const path of ['b/c/d.txt', 'b/e.md', 'a.txt', 'b.txt', '.hidden/x.txt', 'z/é.txt']) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'four');
  }
  await symlink('/etc', join(folder, 'link'));
});

afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

async function call(input: z.input<typeof list.input>, roots = [folder], signal = never) {
  const territory = new Territory(await openRoots(roots));
  return (
    await list.run(list.input.parse(input), { territory, signal, now: () => 0, wallClock: () => 0, progress: () => {} })
  ).structured;
}

const pathsOf = ({ entries }: z.output<typeof list.output>) => entries.map(({ path }) => path);

describe('list', () => {
  it('shows one level with kinds, sizes and times, links unfollowed', async () => {
    const answer = await call({ details: true });
    expect(answer.entries.map(({ path, kind, sizeBytes }) => [path, kind, sizeBytes ?? null])).toEqual([
      ['a.txt', 'file', 4],
      ['b', 'folder', null],
      ['b.txt', 'file', 4],
      ['link', 'link', null],
      ['z', 'folder', null],
    ]);
    expect(answer.entries.every(({ modifiedAt }) => !Number.isNaN(Date.parse(modifiedAt ?? '')))).toBe(true);
  });

  it('gives names and kinds alone unless details are asked for', async () => {
    expect((await call({})).entries[0]).toEqual({ path: 'a.txt', kind: 'file' });
  });

  it('goes down as far as asked, a folder before its content', async () => {
    expect(pathsOf(await call({ depth: 3 }))).toEqual([
      'a.txt',
      'b',
      'b/c',
      'b/c/d.txt',
      'b/e.md',
      'b.txt',
      'link',
      'z',
      'z/é.txt',
    ]);
  });

  it('narrows by pattern, kind and hidden names', async () => {
    expect(pathsOf(await call({ depth: 9, glob: '*.txt' }))).toEqual(['a.txt', 'b/c/d.txt', 'b.txt', 'z/é.txt']);
    expect(pathsOf(await call({ path: 'b', depth: 9, glob: 'c/*' }))).toEqual(['b/c/d.txt']);
    expect(pathsOf(await call({ kind: 'folder', hidden: true }))).toEqual(['.hidden', 'b', 'z']);
  });

  it.each([1, 2, 3, 4])('pages of %i give everything once and in order', async (limit) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call({ depth: 9, hidden: true, limit, cursor });
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      seen.push(...pathsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(pathsOf(await call({ depth: 9, hidden: true })));
  });

  it('goes on behind an entry that was deleted between two pages', async () => {
    const first = await call({ depth: 9, limit: 4 });
    await rm(join(folder, 'b/c'), { recursive: true });
    expect(pathsOf(await call({ depth: 9, cursor: first.nextCursor! }))).toEqual([
      'b/e.md',
      'b.txt',
      'link',
      'z',
      'z/é.txt',
    ]);
  });

  it('shows the roots when there are several', async () => {
    const roots = [join(folder, 'b'), join(folder, 'z')];
    expect(pathsOf(await call({}, roots))).toEqual(['b', 'z']);
    expect(pathsOf(await call({ path: 'z' }, roots))).toEqual(['z/é.txt']);
  });

  it('refuses a cursor of its own making, a file and a link outside', async () => {
    await expect(call({ cursor: 'bogus' })).rejects.toThrow(/cursor is not one of this tool/);
    await expect(call({ path: 'a.txt' })).rejects.toThrow(/not a folder/);
    await expect(call({ path: 'link' })).rejects.toThrow(/leads outside/);
  });

  it('stops when the call is cancelled', async () => {
    await expect(call({}, [folder], AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
