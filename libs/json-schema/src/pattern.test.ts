import { describe, expect, it } from '@jest/globals';
import { LinearPattern, patternProblem } from './pattern.js';

describe('LinearPattern', () => {
  // pattern, fits, does not
  it.each([
    ['^[a-z]+$', 'abc', 'aBc'],
    ['b', 'abc', 'xyz'],
    ['^\\u0041$', 'A', 'B'],
    ['^a\\/b$', 'a/b', 'ab'],
    ['^[\\w\\-]+$', 'a-b', 'a b'],
    ['^(?<year>\\d{4})$', '2026', '26'],
    ['^\\p{L}+$', 'Ünï', '12'],
    ['^[^\\\\/]+$', 'name', 'a\\b'],
    ['^[^\\\\/]+$', 'name', 'a/b'],
    ['^\\\\u0041$', '\\u0041', 'A'],
    ['^[(?<]$', '<', 'P'],
    ['^\\cJ$', '\n', 'J'],
    ['^\\u{1F9FE}$', '🧾', 'x'],
    ['^\\uD83E\\uDDFE$', '🧾', 'x'],
    ['^\\p{Script=Greek}+$', 'αβγ', 'abc'],
  ])('%s', (source, fits, misses) => {
    expect(new LinearPattern(source).test(fits)).toBe(true);
    expect(new LinearPattern(source).test(misses)).toBe(false);
  });

  it('reports patterns that cannot run in linear time', () => {
    expect(patternProblem('^(a+)+$')).toBeUndefined();
    expect(patternProblem('(?=a)b')).toMatch(/linear time/);
    expect(patternProblem('(a)\\1')).toMatch(/linear time/);
    expect(patternProblem('(')).toMatch(/not a regular expression/);
  });

  it('stays linear where a backtracking engine explodes', () => {
    expect(new LinearPattern('^(a+)+$').test(`${'a'.repeat(5_000)}!`)).toBe(false);
  });
});
