import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateTokens } from './estimate-tokens.js';

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['   ', 0],
    ['Echo: hello', 3],
    ['{"inputSchema":{}}', 5],
    ['1234567', 3],
    ['天气很好', 3],
  ])('takes %j for %i', (text, tokens) => expect(estimateTokens(text)).toBe(tokens));

  it('is at most the number of characters (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) =>
        expect(estimateTokens(text)).toBeLessThanOrEqual(text.length),
      ),
    );
  });

  it('judges a long text by samples from all of it', () => {
    const text = `${'word '.repeat(10_000)}${'7 '.repeat(25_000)}`;
    const exact = 35_000;
    expect(Math.abs(estimateTokens(text) - exact)).toBeLessThan(exact / 8);
  });
});
