import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inWords } from './finding.js';
import { plainDocuments, plainWords, wordsOf, wordsOfName } from './plain-words.js';
import { type Breach, expectCaught, expectFine, type Fine } from './planted-breaches.js';
import { readTree } from './source-tree.js';

const root = join(import.meta.dirname, '..', '..');
const path = 'libs/a/src/a.ts';
const testPath = 'libs/a/src/a.test.ts';

describe('plain words', () => {
  it.each<Breach>([
    [path, '/** Built anew for each caller. */', 'anew'],
    [path, '/**\n * A name that stands\n * for another one.\n */', 'stands for'],
    [path, 'export const a = 1; // Whoever asks first.', 'whoever'],
    [path, '// The word is taken for a name.\n// is mended', 'mended'],
    [testPath, "it('is told of each change', () => {});", 'told'],
    [testPath, "describe('what became of it', () => {});", 'became of'],
    [testPath, "it.each([1])('heeds %s', () => {});", 'heeds'],
    [testPath, 'it(`mends ${name}`, () => {});', 'mends'],
    [path, 'export const toldReviews = 1;', 'told'],
    [path, 'export const mostBytes = 1;', 'max'],
    [path, 'export const f = (least: number) => least;', 'least'],
    [path, 'export interface A { deepest: number }', 'deepest'],
    [path, 'export class StandInTool {}', 'stand in'],
    ['libs/a/src/whoever-asks.ts', 'export {};', 'whoever'],
  ])('catches %s with %s', (...breach) => {
    const [file, source, found] = breach;
    const findings = plainWords([{ path: file, source }]);
    expect(findings.length).toBeGreaterThan(0);
    expect(inWords(findings).join('\n')).toContain(found as string);
  });
});
