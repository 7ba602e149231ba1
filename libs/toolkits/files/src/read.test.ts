import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, Territory } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { openFile } from './opened.js';
import { read } from './read.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
});

afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);

async function call(input: z.input<typeof read.input>, signal = new AbortController().signal) {
  const territory = new Territory(await openRoots([folder]));
  const { structured } = await read.run(read.input.parse(input), {
    territory,
    signal,
    now: () => 0,
    wallClock: () => 0,
    progress: () => {},
  });
  return structured;
}

describe('reading by lines', () => {
  it('reads a whole file and counts its lines', async () => {
    await put('a', 'one\r\ntwo\nthree');
    expect(await call({ path: 'a' })).toEqual({
      path: 'a',
      encoding: 'utf-8',
      content: 'one\r\ntwo\nthree',
      sizeBytes: 14,
      startByte: 0,
      endByte: 14,
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      next: null,
    });
  });

  it('reads a range and says how to read on', async () => {
    await put('a', 'one\ntwo\nthree\nfour\n');
    const answer = await call({ path: 'a', startLine: 2, lineCount: 2 });
    expect(answer).toMatchObject({ content: 'two\nthree\n', startLine: 2, endLine: 3, next: { startLine: 4 } });
    expect(await call({ path: 'a', ...answer.next })).toMatchObject({ content: 'four\n', totalLines: 4, next: null });
  });

  it('stops at whole lines when the bytes are spent, and within a line that alone is too long', async () => {
    await put('a', `ab\ncd\n${'é'.repeat(10)}\nend`);
    expect(await call({ path: 'a', maxBytes: 5 })).toMatchObject({ content: 'ab\n', next: { startLine: 2 } });
    const long = await call({ path: 'a', startLine: 3, maxBytes: 5 });
    expect(long).toMatchObject({ content: 'éé', startLine: 3, endLine: 3, next: { offset: 10 } });
  });

  it('reads an empty file', async () => {
    await put('a', '');
    expect(await call({ path: 'a' })).toMatchObject({ content: '', totalLines: 0, startLine: null, next: null });
  });

  it('refuses a line behind the end', async () => {
    await put('a', 'one\n');
    await expect(call({ path: 'a', startLine: 5 })).rejects.toThrow('The file has 1 lines; startLine is 5.');
  });

  it('gives the same text in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝒳', '\n', '\r') }), { maxLength: 40 }),
        fc.integer({ min: 4, max: 64 }),
        async (parts, maxBytes) => {
          const text = parts.join('');
          await put('a', text);
          let whole = '';
          let next: object | null = {};
          for (let pages = 0; next && pages < 2_000; pages += 1) {
            const answer: z.output<typeof read.output> = await call({ path: 'a', maxBytes, ...next });
            whole += answer.content;
            next = answer.next;
          }
          expect(whole).toBe(text);
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });
});

describe('reading by bytes', () => {
  it('keeps text to whole characters', async () => {
    await put('a', 'aé€b');
    expect(await call({ path: 'a', offset: 2, maxBytes: 3 })).toMatchObject({ encoding: 'base64' });
    expect(await call({ path: 'a', offset: 2, maxBytes: 4 })).toMatchObject({
      content: '€',
      startByte: 3,
      endByte: 6,
      next: { offset: 6 },
    });
  });

  it('gives what is not text as base64', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0, 1, 2, 255]);
    await put('a.png', bytes);
    const answer = await call({ path: 'a.png', maxBytes: 4 });
    expect(answer).toMatchObject({ encoding: 'base64', startLine: null, next: { offset: 4 } });
    expect(Buffer.from(answer.content, 'base64')).toEqual(bytes.subarray(0, 4));
    await expect(call({ path: 'a.png', startLine: 1 })).rejects.toThrow(/read by bytes/);
  });

  it('falls back to bytes when text turns binary later on', async () => {
    await put('a', Buffer.concat([Buffer.from('x\n'.repeat(5_000)), Buffer.from([0xff, 0xfe])]));
    expect(await call({ path: 'a' })).toMatchObject({ encoding: 'base64', sizeBytes: 10_002 });
  });

  it('refuses an offset behind the end and two kinds of range at once', async () => {
    await put('a', 'abc');
    await expect(call({ path: 'a', offset: 9 })).rejects.toThrow('which has 3 bytes');
    await expect(call({ path: 'a', offset: 0, lineCount: 1 })).rejects.toThrow(/not both/);
    expect(await call({ path: 'a', offset: 3 })).toMatchObject({ content: '', next: null });
  });
});

describe('what is never opened', () => {
  it('refuses folders, named pipes and devices without blocking', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('/dev/zero', join(folder, 'device'));
    await expect(call({ path: '.' })).rejects.toThrow(/is a folder. Use list/);
    await expect(call({ path: 'pipe' })).rejects.toThrow(/not a regular file/);
    await expect(call({ path: 'device' })).rejects.toThrow(/leads outside/);
  });

  it('refuses a link put in the place of a file after its path was checked', async () => {
    const [root] = await openRoots([folder]);
    await symlink('/etc/hostname', join(folder, 'swapped'));
    await expect(openFile(join(folder, 'swapped'), root!, 'swapped')).rejects.toThrow(/not a regular file/);
  });

  it('refuses a file reached through a folder that became a link outside', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'assay-outside-'));
    await writeFile(join(outside, 'key'), 'secret');
    await symlink(outside, join(folder, 'inner'));
    const [root] = await openRoots([folder]);
    await expect(openFile(join(folder, 'inner/key'), root!, 'inner/key')).rejects.toThrow(/moved outside/);
    await rm(outside, { recursive: true });
  });

  it('refuses views of the kernel even inside a root', async () => {
    const root = { name: 'root', path: '/', given: '/' };
    await expect(openFile('/proc/self/environ', root, 'proc/self/environ')).rejects.toThrow(/view of the kernel/);
  });

  it('stops when the call is cancelled', async () => {
    await put('a', 'x\n'.repeat(100));
    await expect(call({ path: 'a' }, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
