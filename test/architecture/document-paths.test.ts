import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Documents, documentPaths } from './document-paths.js';
import { inWords } from './finding.js';

const root = join(import.meta.dirname, '..', '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Documents with one page and one source file. */
const planted = (source: string): [readonly { path: string; source: string }[], Documents] => {
  const files: Record<string, string> = { 'docs/a.md': source, 'libs/a/src/a.ts': '' };
  return [
    [{ path: 'docs/a.md', source }],
    { exists: (path) => path in files || path === 'libs/a', textOf: (path) => files[path] },
  ];
};

describe('paths in documents', () => {
  it.each([
    ['[b](b.md)', 'b.md'],
    ['[up](../README.md#start)', '../README.md#start'],
    ['[here](#nothing-here)', '#nothing-here'],
    ['see `libs/b/src/a.ts`', 'libs/b/src/a.ts'],
    ['```sh\n[not a link](x.md)\n```\n[a link](y.md)', 'y.md'],
  ])('catches %j', (source, found) => {
    expect(documentPaths(...planted(source))).toMatchObject([{ file: 'docs/a.md', found: `${found} does not exist` }]);
  });

  it('accepts headings of the page, existing paths, other sites, patterns and code blocks', () => {
    const source = [
      '## What it does, and `how`',
      '[here](#what-it-does-and-how) [this page](a.md) [code](../libs/a/src/a.ts) [site](https://a.example/b)',
      '`libs/a` `libs/{b,c}` `libs/*/src` `libs/<name>`',
      '```\n[x](nowhere.md)\n```',
    ].join('\n');
    expect(documentPaths(...planted(source))).toEqual([]);
  });

  it('exist in this repository', () => {
    const folders = ['docs', 'docs/notations', 'docs/decisions'];
    const listed = folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    );
    const pages = ['README.md', 'CONTRIBUTING.md', ...listed].map((path) => ({ path, source: textOf(path) }));
    expect(pages.length).toBeGreaterThan(80);
    expect(inWords(documentPaths(pages, { exists: (path) => existsSync(join(root, path)), textOf }))).toEqual([]);
  });
});
