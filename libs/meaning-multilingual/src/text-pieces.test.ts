import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Pieces, textPieces } from './text-pieces.js';

const vocabulary: readonly (readonly [string, number])[] = [
  ['▁', -5],
  ['▁read', -2],
  ['▁re', -3],
  ['ad', -3],
  ['ing', -2],
  ['▁file', -2],
  ['a', -6],
];
const pieces: Pieces = {
  numbers: new Map(vocabulary.map(([piece], number) => [piece, number])),
  scores: Float32Array.from(vocabulary, ([, score]) => score),
  longest: 5,
  unknown: -20,
};
const split = (text: string) => textPieces(text, pieces, 1_000).map((number) => vocabulary[number]?.[0]);

describe('textPieces', () => {
  it.each([
    ['reading', ['▁read', 'ing']],
    ['Read  FILE', ['▁read', '▁file']],
    ['ｆｉｌｅ', ['▁file']],
    ['a file', ['a', '▁file']],
    ['read é', ['▁read']],
    ['', []],
  ])('splits %j into the most probable pieces', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('never throws, and reads no more than it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(50), (text, limit) => {
        expect(textPieces(text, pieces, limit)).toEqual(textPieces(text.slice(0, limit), pieces, 1_000));
      }),
    );
  });
});
