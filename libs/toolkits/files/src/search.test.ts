import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoots, Territory } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { search } from './search.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  const files = {
    'src/one.ts': 'const first = 1;\nconst Needle = 2;\nneedles\n// needle, needle\nlast\n',
    'src/two.md': 'nothing here\n',
    'docs/three.md': 'The needle.\n',
    'node_modules/x.ts': 'needle\n',
    '.env': 'needle\n',
    'binary.bin': 'needle\0needle',
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await symlink('/etc', join(folder, 'outside'));
});

afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

async function call(input: z.input<typeof search.input>, signal = never, now: () => number = () => 0) {
  const territory = new Territory(await openRoots([folder]));
  return (
    await search.run(search.input.parse(input), { territory, signal, now, wallClock: () => 0, progress: () => {} })
  ).structured;
}

const places = ({ files }: z.output<typeof search.output>) =>
  files.flatMap(({ path, matches }) => matches.map(({ line, column }) => `${path}:${line}:${column}`));

describe('search by content', () => {
  it('finds a literal in any case and leaves out binary, hidden and installed files', async () => {
    const answer = await call({ text: 'needle' });
    expect(places(answer)).toEqual(['docs/three.md:1:5', 'src/one.ts:2:7', 'src/one.ts:3:1', 'src/one.ts:4:4']);
    expect(answer).toMatchObject({ matchCount: 4, searchedFiles: 3, stopped: null, skipped: { binary: 1 } });
  });

  it.each([
    [{ caseSensitive: true }, ['docs/three.md:1:5', 'src/one.ts:3:1', 'src/one.ts:4:4']],
    [{ wholeWord: true }, ['docs/three.md:1:5', 'src/one.ts:2:7', 'src/one.ts:4:4']],
    [{ caseSensitive: true, wholeWord: true }, ['docs/three.md:1:5', 'src/one.ts:4:4']],
    [{ glob: '*.md' }, ['docs/three.md:1:5']],
    [{ path: 'src' }, ['src/one.ts:2:7', 'src/one.ts:3:1', 'src/one.ts:4:4']],
    [{ path: 'docs/three.md' }, ['docs/three.md:1:5']],
    [{ glob: '.env', hidden: true }, ['.env:1:1']],
    [{ exclude: ['src', 'docs'] }, ['node_modules/x.ts:1:1']],
  ])('narrows with %j', async (options, expected) => {
    expect(places(await call({ text: 'needle', ...options }))).toEqual(expected);
  });

  it('takes the text literally', async () => {
    await writeFile(join(folder, 'odd.txt'), 'a.b\na+b (c) [d] {e} \\ ^ $ | / -\n');
    expect(places(await call({ text: 'a.b', glob: 'odd.txt' }))).toEqual(['odd.txt:1:1']);
    const punctuation = '(c) [d] {e} \\ ^ $ | / -';
    expect(places(await call({ text: punctuation, glob: 'odd.txt' }))).toEqual(['odd.txt:2:5']);
    expect(places(await call({ text: 'a+b', glob: 'odd.txt', wholeWord: true }))).toEqual(['odd.txt:2:1']);
  });

  it('shows the lines around, without the newline', async () => {
    const { files } = await call({ text: 'Needle', caseSensitive: true, contextLines: 2, glob: '*.ts' });
    expect(files[0]?.matches).toEqual([
      {
        line: 2,
        column: 7,
        text: 'const Needle = 2;',
        before: ['const first = 1;'],
        after: ['needles', '// needle, needle'],
      },
    ]);
  });

  it('completes the lines after the last match it may give', async () => {
    const answer = await call({ path: 'src', text: 'needle', contextLines: 1, maxMatches: 1 });
    expect(answer).toMatchObject({ matchCount: 1, stopped: 'matches' });
    expect(answer.files[0]?.matches[0]?.after).toEqual(['needles']);
  });

  it('shortens a long line around the match', async () => {
    await writeFile(join(folder, 'long.txt'), `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`);
    const { files } = await call({ text: 'needle', glob: 'long.txt' });
    const text = files[0]?.matches[0]?.text ?? '';
    expect(text).toContain('needle');
    expect(text.length).toBeLessThanOrEqual(302);
  });
});

describe('a search beside ignore files', () => {
  beforeEach(() => writeFile(join(folder, '.gitignore'), 'docs/\n/src/two.md\n'));

  it('applies those above the folder it begins in', async () => {
    await writeFile(join(folder, 'src/two.md'), 'needle');
    expect(places(await call({ path: 'src', text: 'needle', glob: '*.md' }))).toEqual([]);
    expect(places(await call({ path: 'src', text: 'needle', glob: '*.md', ignoreFiles: false }))).toEqual([
      'src/two.md:1:1',
    ]);
  });

  it('looks into an ignored folder that is named', async () => {
    expect(places(await call({ text: 'needle', glob: '*.md' }))).toEqual([]);
    expect(places(await call({ path: 'docs', text: 'needle' }))).toEqual(['docs/three.md:1:5']);
  });
});

describe('a search in files of other kinds', () => {
  it.each([
    ['UTF-16 LE', Buffer.from('\ufeffone\r\ntwo needles é\r\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffone\r\ntwo needles é\r\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('one é\ntwo needles in a longer line of text\n', 'latin1')],
  ])('finds text in %s', async (_encoding, bytes) => {
    await writeFile(join(folder, 'odd.txt'), bytes);
    expect(places(await call({ text: 'NEEDLES', glob: 'odd.txt' }))).toEqual(['odd.txt:2:5']);
  });

  it('reads a large file in chunks', async () => {
    await writeFile(join(folder, 'large.txt'), `${'x\n'.repeat(600_000)}a needle\n`);
    expect(places(await call({ text: 'needle', glob: 'large.txt' }))).toEqual(['large.txt:600001:3']);
  });

  it.each([
    ['^second$', ['lines.txt:2:1']],
    ['second\\z', ['lines.txt:2:1', 'lines.txt:4:3']],
    ['\\Asecond', ['lines.txt:2:1']],
    ['(?-m:^)second', ['lines.txt:2:1']],
    ['(?i)SECOND$', ['lines.txt:2:1', 'lines.txt:4:3']],
    ['first\\ssecond', []],
    ['[^x]second', ['lines.txt:4:2']],
    ['(?<word>third)', ['lines.txt:3:1']],
  ])('holds the pattern %s against each line by itself', async (pattern, expected) => {
    await writeFile(join(folder, 'lines.txt'), 'first\r\nsecond\r\nthird\r\na second\r\n');
    expect(places(await call({ pattern, glob: 'lines.txt', caseSensitive: true }))).toEqual(expected);
  });
});

describe('search by name', () => {
  it('lists files without opening them', async () => {
    const answer = await call({ glob: '**/*.md' });
    expect(answer.files.map(({ path }) => path)).toEqual(['docs/three.md', 'src/two.md']);
    expect(answer.matchCount).toBe(0);
  });

  it('stops at the number of files asked for', async () => {
    expect(await call({ glob: '*.md', maxFiles: 1 })).toMatchObject({ stopped: 'files', files: [{ matches: [] }] });
  });
});

describe('a search that must stop', () => {
  it('gives what it has when its time is spent', async () => {
    let clock = 0;
    const tick = () => {
      clock += 400;
      return clock;
    };
    expect(await call({ text: 'needle', maxMs: 1_000 }, never, tick)).toMatchObject({ stopped: 'time' });
  });

  it('ends at once when the call is cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    await expect(call({ text: 'needle' }, cancelled)).rejects.toThrow('cancelled');
  });

  it('ends when the call is cancelled in the middle', async () => {
    const controller = new AbortController();
    let asked = 0;
    const cancelSoon = () => {
      asked += 1;
      if (asked === 3) controller.abort(new Error('cancelled'));
      return 0;
    };
    await expect(call({ text: 'needle' }, controller.signal, cancelSoon)).rejects.toThrow('cancelled');
  });

  it('leaves no descriptor open, however it ends', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    await call({ text: 'needle', maxMatches: 1 });
    await call({ glob: '*', maxFiles: 1 });
    await call({ text: 'needle' }, AbortSignal.abort(new Error('cancelled'))).catch(() => undefined);
    expect(open()).toBe(before);
  });

  it('asks for something to find', async () => {
    await expect(call({})).rejects.toThrow(/Give text or a pattern/);
  });
});
