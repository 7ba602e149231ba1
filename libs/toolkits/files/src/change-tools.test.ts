import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { KeptContents } from './kept-contents.js';
import { filesKit } from './kit.js';
import { createFilesServer } from './server.js';

const day = 24 * 3_600_000;
let base: string;
let root: string;
let client: Client;
let now: number;

interface Answer extends Record<string, unknown> {
  readonly blocks: { type: string; mimeType?: string }[];
}

/** A new process: only what is on the disk is known. */
async function connect(): Promise<void> {
  const roots = await openRoots([root]);
  const kept = new KeptContents(join(base, 'kept'), () => now);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createFilesServer(roots, { kept, wallClock: () => now }), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error((content as { text: string }[])[0]?.text);
  return { ...(structuredContent as Record<string, never>), blocks: content as { type: string; mimeType?: string }[] };
}
const text = (path: string) => readFile(join(root, path), 'utf8');

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'assay-change-')));
  root = join(base, 'root');
  now = Date.parse('2026-01-01T00:00:00Z');
  await mkdir(join(root, 'sub'), { recursive: true });
  await writeFile(join(root, 'a.txt'), 'one\ntwo\none\n');
  await writeFile(join(root, 'sub/b.txt'), 'b\n');
  await connect();
});
afterEach(async () => {
  await client.close();
  await rm(base, { recursive: true });
});

describe('edit', () => {
  it('replaces several pieces, all or none, and is taken back after a restart', async () => {
    const edits = [
      { oldText: 'two', newText: '$& 2' },
      { oldText: 'one', newText: '1', all: true },
    ];
    const tried = await call('edit', { path: 'a.txt', edits, dryRun: true });
    expect(tried).toMatchObject({
      changed: false,
      undo: null,
      replacements: 3,
      diff: expect.stringContaining('+$& 2\n'),
    });
    expect(await text('a.txt')).toBe('one\ntwo\none\n');
    const { undo } = await call('edit', { path: 'a.txt', edits });
    expect(await text('a.txt')).toBe('1\n$& 2\n1\n');
    await client.close();
    await connect();
    expect(await call('restore', { undo })).toMatchObject({ outcome: 'restored' });
    expect(await text('a.txt')).toBe('one\ntwo\none\n');
  });

  it('keeps the line ends of the file', async () => {
    await writeFile(join(root, 'dos.txt'), 'a\r\nb\r\n');
    await call('edit', { path: 'dos.txt', edits: [{ oldText: 'a\nb', newText: 'x\ny' }] });
    expect(await text('dos.txt')).toBe('x\r\ny\r\n');
  });

  it.each([
    [{ edits: [{ oldText: 'three', newText: '' }] }, /Edit 1: oldText does not occur/],
    [
      {
        edits: [
          { oldText: 'two', newText: 'x' },
          { oldText: 'two', newText: 'y' },
        ],
      },
      /Edit 2/,
    ],
    [{ edits: [{ oldText: 'one', newText: 'x' }] }, /occurs 2 times/],
    [{ edits: [{ oldText: 'two', newText: 'x' }], ifSha256: '0'.repeat(64) }, /does not have that SHA-256/],
    [{ path: 'absent', edits: [{ oldText: 'a', newText: 'b' }] }, /Nothing exists/],
    [{ path: '../x', edits: [{ oldText: 'a', newText: 'b' }] }, /leads outside/],
  ])('refuses %j and changes nothing', async (args, reason) => {
    await expect(call('edit', { path: 'a.txt', ...args })).rejects.toThrow(reason);
    expect(await text('a.txt')).toBe('one\ntwo\none\n');
  });
});

describe('move, copy and delete', () => {
  it('are taken back after a restart', async () => {
    const moved = await call('move', { path: 'sub', to: 'new/place', makeFolders: true });
    const copied = await call('copy', { path: 'a.txt', to: 'c.txt' });
    const deleted = await call('delete', { path: 'new', recursive: true });
    expect((await readdir(root)).sort()).toEqual(['.assay-trash', 'a.txt', 'c.txt']);
    await client.close();
    await connect();
    expect(await call('restore', { undo: deleted.undo })).toMatchObject({ outcome: 'restored' });
    expect(await call('restore', { undo: moved.undo })).toMatchObject({ outcome: 'restored' });
    expect(await call('restore', { undo: moved.undo })).toMatchObject({ outcome: 'unchanged' });
    expect(await call('restore', { undo: copied.undo })).toMatchObject({ outcome: 'removed' });
    expect(await text('sub/b.txt')).toBe('b\n');
  });

  it('never replace anything', async () => {
    await expect(call('move', { path: 'a.txt', to: 'sub/b.txt' })).rejects.toThrow(/exists already/);
    await expect(call('copy', { path: 'a.txt', to: 'sub/b.txt' })).rejects.toThrow(/exists already/);
    const { undo } = await call('delete', { path: 'a.txt' });
    await writeFile(join(root, 'a.txt'), 'new\n');
    await expect(call('restore', { undo })).rejects.toThrow(/exists already/);
    expect([await text('a.txt'), await text('sub/b.txt')]).toEqual(['new\n', 'b\n']);
  });

  it('delete what a link is, not what it leads to; and no folder by accident', async () => {
    await writeFile(join(base, 'outside'), 'outside');
    await symlink(join(base, 'outside'), join(root, 'link'));
    await call('delete', { path: 'link' });
    expect(existsSync(join(base, 'outside'))).toBe(true);
    await expect(call('delete', { path: 'sub' })).rejects.toThrow(/holds 1 files.*recursive/);
  });

  it.each([
    ['delete', { path: '.' }, /does not name a file/],
    ['delete', { path: '.assay-trash', recursive: true }, /trash/],
    ['move', { path: 'a.txt', to: '../a.txt' }, /leads outside/],
    ['move', { path: '../kept', to: 'kept' }, /leads outside|exist/],
    ['move', { path: 'sub', to: 'sub/inner' }, /into itself/],
    ['copy', { path: 'a.txt', to: 'out/a.txt' }, /leads outside/],
    ['move', { path: 'a.txt', to: 'out/a.txt' }, /leads outside/],
  ])('refuse %s %j', async (name, args, reason) => {
    await symlink(base, join(root, 'out'));
    await call('delete', { path: 'sub/b.txt' });
    await expect(call(name, args)).rejects.toThrow(reason);
    expect(await text('a.txt')).toBe('one\ntwo\none\n');
  });

  it("never reach git's own folder, whose hooks and settings start programs", async () => {
    await mkdir(join(root, 'repo/.git/hooks'), { recursive: true });
    await writeFile(join(root, 'repo/.git/config'), '[core]\n');
    await symlink('.git', join(root, 'repo/link'));
    const content = '#!/bin/sh\n';
    const refused: [string, Record<string, unknown>][] = [
      ['write', { path: 'repo/.git/hooks/pre-commit', mode: 'create', content }],
      ['write', { path: 'repo/.GIT/hooks/pre-commit', mode: 'create', content }],
      ['write', { path: 'repo/link/hooks/pre-commit', mode: 'create', content }],
      ['write', { path: join(root, 'repo/.git/hooks/pre-commit'), mode: 'create', content }],
      ['write', { path: 'new/.git/config', mode: 'create', content, makeFolders: true }],
      ['write', { path: 'sub/.git', mode: 'create', content: 'gitdir: /elsewhere' }],
      ['edit', { path: 'repo/.git/config', edits: [{ oldText: '[core]', newText: '[core]\nfsmonitor=x' }] }],
      ['move', { path: 'a.txt', to: 'repo/.git/hooks/pre-commit' }],
      ['move', { path: 'sub', to: 'repo/sub/.git', makeFolders: true }],
      ['copy', { path: 'a.txt', to: 'repo/.git/hooks/pre-commit' }],
      ['delete', { path: 'repo/.git', recursive: true }],
    ];
    for (const [name, args] of refused) await expect(call(name, args)).rejects.toThrow("Git's own folder");
    expect(await readdir(join(root, 'repo/.git/hooks'))).toEqual([]);
    expect(existsSync(join(root, 'new'))).toBe(false);
    expect(existsSync(join(root, 'repo/sub'))).toBe(false);
  });

  it('a trash that is a link is not used', async () => {
    await mkdir(join(base, 'elsewhere'));
    await symlink(join(base, 'elsewhere'), join(root, '.assay-trash'));
    await expect(call('delete', { path: 'a.txt' })).rejects.toThrow(/link|folder/);
    expect(await readdir(join(base, 'elsewhere'))).toEqual([]);
  });

  it('keep what is deleted for 30 days', async () => {
    const { undo } = await call('delete', { path: 'a.txt' });
    now += 29 * day;
    await call('delete', { path: 'sub/b.txt' });
    expect(await readdir(join(root, '.assay-trash'))).toHaveLength(2);
    now += 2 * day;
    await call('delete', { path: 'sub' });
    expect(await readdir(join(root, '.assay-trash'))).toHaveLength(2);
    await expect(call('restore', { undo })).rejects.toThrow(/Nothing is kept/);
  });
});

describe('reading', () => {
  it('answers the examples of the kit', async () => {
    const examples = Object.entries(filesKit.tools).flatMap(([name, it]) =>
      (it.examples ?? []).map((one) => [name, one] as const),
    );
    expect(examples).toHaveLength(7);
    for (const [name, { input, output }] of examples) expect(await call(name, input)).toMatchObject(output as object);
    await expect(call('read', { path: 'example:/../../etc/passwd' })).rejects.toThrow(/leads outside/);
  });

  it('head and tail', async () => {
    expect(await call('read', { path: 'a.txt', head: 2 })).toMatchObject({ content: 'one\ntwo\n' });
    expect(await call('read', { path: 'a.txt', tail: 2 })).toMatchObject({ content: 'two\none\n', startLine: 2 });
    await expect(call('read', { path: 'a.txt', tail: 2, startLine: 1 })).rejects.toThrow(/one of head, tail/);
  });

  it('other encodings, and pictures', async () => {
    await writeFile(join(root, 'utf16'), Buffer.from('\ufeffgrün\nrot\n', 'utf16le'));
    await writeFile(join(root, 'latin'), Buffer.from('gr\xfcn\nrot\n', 'latin1'));
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await writeFile(join(root, 'dot.png'), png);
    expect(await call('read', { path: 'utf16', head: 1 })).toMatchObject({ encoding: 'utf-16le', content: 'grün\n' });
    expect(await call('read', { path: 'latin', tail: 1 })).toMatchObject({
      encoding: 'windows-1252',
      content: 'rot\n',
      totalLines: 2,
    });
    const picture = await call('read', { path: 'dot.png' });
    expect(picture).toMatchObject({ encoding: 'image', content: '' });
    expect(picture.blocks.at(-1)).toMatchObject({ type: 'image', mimeType: 'image/png', data: png.toString('base64') });
    expect(await call('read', { path: 'dot.png', encoding: 'base64' })).toMatchObject({ encoding: 'base64' });
  });

  it('search and tree leave out what ignore files name, nested ones too', async () => {
    await writeFile(join(root, '.gitignore'), 'dist/\n*.log\n');
    await writeFile(join(root, 'sub/.gitignore'), '!keep.log\n');
    await mkdir(join(root, 'dist'));
    for (const path of ['dist/x.txt', 'a.log', 'sub/keep.log']) await writeFile(join(root, path), 'needle 42\n');
    const found = await call('search', { pattern: '^needle \\d+$' });
    expect(found.files).toMatchObject([{ path: 'sub/keep.log' }]);
    expect((await call('search', { text: 'needle', ignoreFiles: false })).matchCount).toBe(3);
    expect(await call('tree', {})).toMatchObject({ tree: 'a.txt\nsub/\n b.txt\n keep.log' });
    await expect(call('search', { pattern: '(?=x)' })).rejects.toThrow(/RE2/);
  });

  it('compares two files, and watches a folder', async () => {
    expect(await call('diff', { path: 'a.txt', other: 'sub/b.txt' })).toMatchObject({
      same: false,
      added: 1,
      removed: 3,
    });
    await chmod(join(root, 'a.txt'), 0o644);
    const notified: string[] = [];
    const watching = client.callTool(
      { name: 'watch', arguments: { forMs: 10_000, glob: '*.md' } },
      { onprogress: ({ message = '' }) => notified.push(message) },
    );
    const timer = setInterval(() => void writeFile(join(root, 'sub/new.md'), 'new'), 20);
    const { structuredContent } = await watching.finally(() => clearInterval(timer));
    expect(structuredContent).toMatchObject({ changed: ['sub/new.md'], ended: 'events' });
    expect(notified).toEqual(['sub/new.md']);
  });
});
