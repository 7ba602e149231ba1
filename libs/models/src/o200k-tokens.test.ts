import { estimateTokens } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { o200kTokens } from './o200k-tokens.js';

const asText = { disallowedSpecial: new Set<string>() };

describe('o200kTokens', () => {
  it.each([
    ['nothing', '', 0],
    ['a sentence', 'hello world', 2],
    ['a number, three digits a token', '1234567', 3],
  ])('%s', async (_, text, expected) => {
    expect((await o200kTokens())(text)).toBe(expected);
  });

  it('is loaded once', async () => {
    expect(await o200kTokens()).toBe(await o200kTokens());
  });

  it('counts what looks like a special token as text', async () => {
    expect((await o200kTokens())('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts as the encoding does', async () => {
    const count = await o200kTokens();
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(count(text)).toBe(countTokens(text, asText));
      }),
    );
  });

  it('never counts too few in long runs', async () => {
    const count = await o200kTokens();
    const run = fc
      .tuple(
        fc.constantFrom('a', 'x', '-', '.', ' ', '\n', 'é', '猫', '!!\u0301', '!\n/'),
        fc.integer({ min: 500, max: 700 }),
      )
      .map(([letter, times]) => letter.repeat(times));
    fc.assert(
      fc.property(fc.array(fc.oneof(run, fc.lorem()), { maxLength: 4 }), (parts) => {
        const text = parts.join('');
        expect(count(text)).toBeGreaterThanOrEqual(countTokens(text, asText));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['a definition', '{"name":"read_file","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}}'],
    ['prose', 'Read the complete contents of a file from the file system, in the encoding that you choose.'],
    ['rows', JSON.stringify(Array.from({ length: 400 }, (_, at) => ({ id: at * 7_919, day: '2026-11-28', ok: true })))],
    ['another script', 'Это проверочный текст, чтобы измерить точность оценки количества токенов.'],
  ])('is estimated within a fifth without counting: %s', async (_, text) => {
    const exact = (await o200kTokens())(text);
    expect(Math.abs(estimateTokens(text) - exact) / exact).toBeLessThan(0.2);
  });

  it.each([
    ['one letter', 'a'.repeat(1_000_000), 1_000_002],
    ['signs and marks in turn', '!!\u0301'.repeat(250_000), 1_000_002],
    ['signs and breaks in turn', '!\n'.repeat(500_000), 1_000_002],
  ])('takes a megabyte of %s at its bytes', async (_, text, expected) => {
    expect((await o200kTokens())(text)).toBe(expected);
  });
});
