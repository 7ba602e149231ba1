import { describe, expect, it } from '@jest/globals';
import { blocksOf, missingLines, namedCommands, shownIn, unmarkedCommands } from './page-blocks.js';

const page = [
  'See `assay keys create <name>`, `npx assay doctor` and `assay`.',
  '```sh',
  'npx assay list',
  '```',
  '```sh no-run: needs Docker',
  'docker compose up',
  '```',
  '```console',
  '$ npx assay call \\',
  '    a/b',
  'a/b@1.0.0 · 12 ms',
  '```',
  '```',
  'assay list',
  '```',
  '',
].join('\n');

describe('the blocks of a page', () => {
  it('are those that say how they run, with the reason of those that are not run', () => {
    expect(blocksOf(page).map(({ line, kind, notRun }) => [line, kind, notRun])).toEqual([
      [2, 'sh', undefined],
      [5, 'sh', 'needs Docker'],
      [8, 'console', undefined],
    ]);
    expect(unmarkedCommands(page)).toEqual(['assay list']);
    expect(namedCommands(page)).toEqual(['keys create <name>', 'doctor']);
  });

  it('of a console are commands with their output', () => {
    expect(shownIn(blocksOf(page)[2]?.text ?? '')).toEqual([
      { command: 'npx assay call \\\n    a/b', output: ['a/b@1.0.0 · 12 ms'] },
    ]);
  });

  it('are compared without numbers, ids and widths', () => {
    const real = 'a/b@2.1.0   · 99.5 ms\nid 01a20937-ad61-7c9a-a85b-d8d3725bc6e6';
    expect(missingLines(['a/b@1.0.0 · 12 ms', 'id 01a20b9a-f5d2-771c-bf61-6098775dc6c0', 'a/b … ms'], real)).toEqual(
      [],
    );
    expect(missingLines(['a/c@1.0.0 · 12 ms'], real)).toEqual(['a/c@1.0.0 · 12 ms']);
  });
});
