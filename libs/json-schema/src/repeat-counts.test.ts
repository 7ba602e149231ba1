import { describe, expect, it } from '@jest/globals';
import { LinearPattern, patternProblem } from './pattern.js';
import { expandCounts } from './repeat-counts.js';

describe("counts above the engine's limit", () => {
  // pattern, the shortest and the longest text of `a` that it matches
  it.each([
    ['^a{0,2048}$', 0, 2_048],
    ['^a{1001}$', 1_001, 1_001],
    ['^a{1500,2500}$', 1_500, 2_500],
    ['^[a-z]{3,4096}?$', 3, 4_096],
    ['^(?<name>a){0,1200}$', 0, 1_200],
    ['^(?:a(a|b)){0,1100}$', 0, 2_200],
    ['^\\w{2000,}$', 2_000, 9_000],
    ['^\\x{61}{0,2048}$', 0, 2_048],
    ['^[^\\]{]{0,2048}$', 0, 2_048],
  ])('%s', (source, shortest, longest) => {
    const pattern = new LinearPattern(source, { stepsLeft: Number.POSITIVE_INFINITY });
    const fits = (length: number) => pattern.test('a'.repeat(length));
    expect([fits(shortest), fits(longest)]).toEqual([true, true]);
    if (shortest > 0) expect(fits(shortest - 1)).toBe(false);
    if (!source.includes(',}')) expect(fits(longest + 1)).toBe(false);
  });

  it('leaves every other pattern unchanged', () => {
    for (const source of [
      '^[a-z]{1,1000}$',
      'a{2}{',
      '\\{0,2048}',
      '[{0,2048}]',
      '(?i:a|b)+?$',
      'x{,5}',
      '[[:alpha:]{0,2000}]',
    ])
      expect(expandCounts(source)).toBe(source);
  });

  it('reports the actual reason for a rejection', () => {
    expect(patternProblem('^a{0,100000}$')).toMatch(/more than 20000 steps when its repetitions are written out/);
    expect(patternProblem(`^${'a{1000}'.repeat(100)}$`)).toMatch(/more than 20000 steps/);
    expect(patternProblem('^(a{100}){100}$')).toMatch(/20000 steps|multiply to more than 1,000/);
    expect(patternProblem('^(a{50}){50}$')).toMatch(/multiply to more than 1,000/);
    expect(patternProblem('^a{5,2}$')).toMatch(/out of order/);
    expect(patternProblem('(?=a)b')).toMatch(/linear time/);
  });
});

describe('the product of pattern and text', () => {
  it('is bounded, and the error names the text and the pattern', () => {
    const pattern = new LinearPattern('^(.*a){12}$');
    expect(() => pattern.test('a'.repeat(900_000))).toThrow(
      /too long to be checked against the pattern "\^\(\.\*a\)\{12\}\$": 900000 characters/,
    );
    expect(pattern.test('a'.repeat(10_000))).toBe(true);
  });

  it('is counted over all texts that share a budget', () => {
    const budget = { stepsLeft: 1_000 };
    const pattern = new LinearPattern('^a+$', budget);
    const { size } = pattern;
    expect(pattern.test('a'.repeat(50))).toBe(true);
    expect(budget.stepsLeft).toBe(1_000 - 50 * size);
    expect(() => pattern.test('a'.repeat(1_000))).toThrow(/too long/);
  });
});
