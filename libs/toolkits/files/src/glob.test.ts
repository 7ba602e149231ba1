import { describe, expect, it } from '@jest/globals';
import { compileGlob } from './glob.js';

const cases: readonly [pattern: string, path: string, matches: boolean][] = [
  // a pattern without a slash looks at the name only
  ['*.ts', 'a.ts', true],
  ['*.ts', 'deep/er/a.ts', true],
  ['*.ts', 'a.tsx', false],
  ['?.md', 'é.md', true],
  ['?.md', '𝒳.md', true],
  ['?.md', 'ab.md', false],
  // with a slash it looks at the whole path
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/b/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/b/c/a.ts', true],
  ['**/test/**', 'a/test/b', true],
  ['/a.ts', 'b/a.ts', false],
  ['**', 'anything/at/all', true],
  // classes and choices
  ['[a-c].txt', 'b.txt', true],
  ['[!a-c].txt', 'b.txt', false],
  ['[]x', '[]x', true],
  ['*.{ts,js}', 'a.js', true],
  ['{a,{b,c}}.ts', 'c.ts', true],
  ['{a', '{a', true],
  // nothing here is a regular expression
  ['a+.txt', 'aa.txt', false],
  ['.*', '.env', true],
  ['*a*a*b', 'aaab', true],
];

describe('a glob', () => {
  it.each(cases)('%s against %s: %s', (pattern, path, matches) => {
    expect(compileGlob(pattern).matches(path.split('/'))).toBe(matches);
  });

  it('stays cheap on a pattern made to be slow', () => {
    const glob = compileGlob(`${'*a'.repeat(100)}b`);
    expect(glob.matches(['a'.repeat(2_000)])).toBe(false);
  });

  it('keeps many nested choices to a bounded number', () => {
    const glob = compileGlob('{a,b,c,d}'.repeat(50));
    expect(glob.matches(['zzz'])).toBe(false);
  });
});
