import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, Territory } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { metadata } from './metadata.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  await writeFile(join(folder, 'a.txt'), 'content');
  await chmod(join(folder, 'a.txt'), 0o640);
  await mkdir(join(folder, 'inner'));
  await symlink('a.txt', join(folder, 'alias'));
});

afterEach(() => rm(folder, { recursive: true }));

async function call(input: z.input<typeof metadata.input>) {
  const territory = new Territory(await openRoots([folder]));
  const { signal } = new AbortController();
  return (
    await metadata.run(metadata.input.parse(input), {
      territory,
      signal,
      now: () => 0,
      wallClock: () => 0,
      progress: () => {},
    })
  ).structured;
}

describe('metadata', () => {
  it('describes a file, its hash on request', async () => {
    expect(await call({ path: 'a.txt', sha256: true })).toMatchObject({
      path: 'a.txt',
      kind: 'file',
      followedLink: false,
      sizeBytes: 7,
      encoding: 'utf-8',
      mode: '0640',
      sha256: createHash('sha256').update('content').digest('hex'),
    });
    expect((await call({ path: 'a.txt' })).sha256).toBeNull();
  });

  it('describes what a link inside leads to', async () => {
    expect(await call({ path: 'alias' })).toMatchObject({ path: 'a.txt', followedLink: true });
  });

  it('describes a folder, and does not hash it', async () => {
    expect(await call({ path: 'inner' })).toMatchObject({ kind: 'folder', sizeBytes: null, encoding: null });
    await expect(call({ path: 'inner', sha256: true })).rejects.toThrow(/not a file/);
  });
});
