import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bannedBounds, bannedNameWords, bannedPhrases } from './banned-words.js';
import { inWords } from './finding.js';
import { plainDocuments, plainWords, wordsOf, wordsOfName } from './plain-words.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { readTree } from './source-tree.js';

const root = join(import.meta.dirname, '..', '..');
const source = 'libs/a/src/a.ts';
const test = 'libs/a/src/a.test.ts';

describe('plain words', () => {
  it.each<Breach>([
    [source, '/** Built anew for each caller. */', 'anew'],
    [source, '/**\n * A name that stands\n * for another one.\n */', 'stands for'],
    [source, 'export const a = 1; // Whoever asks first.', 'whoever'],
    [source, '// The list\n// is mended here.', 'mended'],
    [test, "it('is told of each change', () => {});", 'told'],
    [test, "describe('what became of it', () => {});", 'became of'],
    [test, "it.each([1])('heeds %s', () => {});", 'heeds'],
    [test, "it.each([1])(\n  'mends %s',\n  () => {},\n);", 'mends'],
    [test, 'it(`borne by $' + '{name}`, () => {});', 'borne'],
    ['libs/a/src/testing/a.contract.ts', "export const a = [{ name: 'is put aside' }];", 'put aside'],
    [source, 'export const toldReviews = 1;', 'told'],
    [source, 'export const mostBytes = 1;', 'most'],
    [source, 'export const f = (least: number) => least;', 'least'],
    [source, 'export interface A { deepest: number }', 'deepest'],
    [source, 'export class A { #told = 1; }', 'told'],
    [source, 'export class StandInTool {}', 'stand in'],
    ['libs/gateway/src/a.ts', 'export const told = 1;', 'the name told says "told"'],
    ['libs/a/src/whoever-asks.ts', 'export {};', 'whoever'],
  ])('catches %s with %s', (...breach) => expectCaught(plainWords, breach));

  it.each<Fine>([
    [source, '/** At most ten; the least recently used one goes first. The method `anew` is quoted. */'],
    [source, "export const text = 'not // told';"],
    [source, 'export const bounds = { least: 1, most: 2 };'],
    [source, 'export const mostOutcomes = 10_000;'],
    [source, 'export const almost = 1; export const atLeast = 2; export const recommend = 3;'],
    ['libs/trust/src/abuse/concepts.ts', '// as it was told'],
    ['libs/a/src/a.fixture.ts', '// whoever'],
    ['libs/a/package.json', '{ "description": "told" }'],
  ])('leaves %s with %s alone', (...fine) => expectFine(plainWords, fine));

  it('reads documents outside of code blocks and inline code', () => {
    const page = { path: 'docs/a.md', source: 'Ask `whoever`.\n\n```\ntold\n```\n\nIt is mended **anew**.' };
    expect(plainDocuments([page])).toEqual([
      expect.objectContaining({ file: 'docs/a.md', found: expect.stringContaining('"anew"') }),
      expect.objectContaining({ file: 'docs/a.md', found: expect.stringContaining('"mended"') }),
    ]);
  });

  it('separates the words of texts and names', () => {
    expect(wordsOf("Stands, for—it's `code` told.")).toBe(' stands for it s told ');
    expect(wordsOfName('StandInTool')).toBe(' stand in tool ');
    expect(wordsOfName('stand-in_tool')).toBe(' stand in tool ');
  });

  it('has a list of distinct phrases in comparable form, each with a replacement', () => {
    const phrases = bannedPhrases.map(([phrase]) => phrase);
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const [phrase, instead] of [...bannedPhrases, ...bannedNameWords, ...bannedBounds]) {
      expect(wordsOf(phrase)).toBe(` ${phrase} `);
      expect(instead).not.toBe('');
    }
  });

  it('are used in the sources of this repository', () => {
    expect(inWords(plainWords(readTree(root)))).toEqual([]);
  });

  it('are used in its documents', () => {
    const listed = ['docs', 'docs/notations', 'docs/decisions'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    );
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...listed];
    expect(pages.length).toBeGreaterThan(80);
    const read = pages.map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
    expect(inWords(plainDocuments(read))).toEqual([]);
  });
});
