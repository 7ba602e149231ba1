import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { blocksOf, namedCommands, unmarkedCommands } from '../docs/page-blocks.js';
import { folderFor, type Place, placeIn, runBlock } from '../docs/run-page.js';
import { type House, startHouse } from './house.js';

const root = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/notations'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
];
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** A page starts a process for each of its commands. */
jest.setTimeout(300_000);

describe('every block of every page, on one server', () => {
  let house: House;
  let folder: string;
  let place: Place;

  beforeAll(async () => {
    house = await startHouse({ ASSAY_KITS: 'all' });
    folder = mkdtempSync(join(tmpdir(), 'assay-docs-'));
    place = await placeIn(folder, house.home, house.url);
  });
  afterAll(async () => {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(pages.filter((page) => blocksOf(textOf(page)).some(({ notRun }) => notRun === undefined)))(
    'runs as %s prints it',
    async (page) => {
      const own = await folderFor(place, page);
      const problems: string[] = [];
      for (const block of blocksOf(textOf(page))) {
        const problem = block.notRun === undefined ? await runBlock(own, block) : undefined;
        if (problem !== undefined) problems.push(`${page}:${block.line} ${problem}`);
      }
      expect(problems.join('\n')).toBe('');
    },
  );
});

describe('what is not run', () => {
  it('is marked as such, with a reason, and is little', () => {
    const notRun = pages.flatMap((page) => blocksOf(textOf(page)).flatMap((it) => it.notRun ?? []));
    expect(notRun).not.toContain('');
    // Mail, chats, browsers and repository hosts are not at hand in a test.
    expect(notRun.length).toBeLessThanOrEqual(17);
  });

  it.each(pages)('are no commands in other blocks of %s', (page) => {
    expect(unmarkedCommands(textOf(page))).toEqual([]);
  });
});

describe('commands in running text', () => {
  /** The words that may follow each command, as the command line itself completes them. */
  const completion = execFileSync(process.execPath, [join(root, 'apps/cli/bin/assay.mjs'), 'completion', 'bash'], {
    encoding: 'utf8',
  });
  const wordsAfter = new Map<string, Set<string>>();
  for (const [, path = '', words = ''] of completion.matchAll(/^ {4}'([^']*)'\) echo '([^']*)' ;;$/gm)) {
    const known = wordsAfter.get(path) ?? new Set();
    for (const word of words.split(' ')) known.add(word);
    wordsAfter.set(path, known);
  }

  /** The first word of a command that the command line does not know. */
  function strange(command: string): string | undefined {
    let path = '';
    let isArgument = false;
    for (const word of command.split(/\s+/)) {
      const known = wordsAfter.get(path);
      if (word.startsWith('--')) {
        if (!known?.has(word.replace(/=.*/, ''))) return word;
      } else if (!isArgument && known?.has(word)) path = `${path} ${word}`.trim();
      else if (path === '') return word;
      else isArgument = true;
    }
    return undefined;
  }

  it.each(pages)('exist, with their options: %s', (page) => {
    const wrong = namedCommands(textOf(page)).filter((command) => strange(command) !== undefined);
    expect(wrong).toEqual([]);
  });
});
