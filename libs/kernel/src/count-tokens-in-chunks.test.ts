import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokensInChunks } from './count-tokens-in-chunks.js';

const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;

describe('countTokensInChunks', () => {
  it('counts a short text immediately', async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    expect(await countTokensInChunks('one two', words, pause)).toBe(2);
    expect(await countTokensInChunks('', words, pause)).toBe(0);
    expect(pauses).toBe(0);
  });

  it('yields between the chunks of a long text, and cuts at whole characters and words', async () => {
    const pieces: string[] = [];
    let pauses = 0;
    const text = 'word 🧾'.repeat(20_000);
    await countTokensInChunks(
      text,
      (piece) => pieces.push(piece),
      async () => {
        pauses += 1;
      },
    );
    expect(pieces.join('')).toBe(text);
    expect(pauses).toBe(pieces.length - 1);
    expect(pauses).toBeGreaterThan(5);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('never counts fewer tokens than there are (property)', async () => {
    const long = fc.string({ unit: fc.constantFrom('a', ' ', '🧾', '\n'), minLength: 16_000, maxLength: 40_000 });
    await fc.assert(
      fc.asyncProperty(long, async (text) => {
        expect(await countTokensInChunks(text, words, async () => {})).toBeGreaterThanOrEqual(words(text));
      }),
      { numRuns: 20 },
    );
  });
});
