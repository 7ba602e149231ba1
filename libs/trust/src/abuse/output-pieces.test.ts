import { describe, expect, it } from '@jest/globals';
import { outputBounds, outputTail, pieceLength, piecesOf, textsOfSmall } from './output-pieces.js';

const textsIn = (output: unknown, bounds = outputBounds) => [...piecesOf(output, bounds)].flatMap((it) => it ?? []);

describe('an output in pieces', () => {
  it('is one piece while it is small', () => {
    expect(textsOfSmall({ a: 'x', b: ['y'] })?.map((it) => [it.path, it.text, it.offset])).toEqual([
      ['/a', 'x', 0],
      ['/b/0', 'y', 0],
    ]);
    expect(textsOfSmall('x'.repeat(pieceLength))).toHaveLength(1);
    expect(textsOfSmall('x'.repeat(pieceLength + 1))).toBeUndefined();
    expect(textsOfSmall(Array.from({ length: 7_000 }, () => 1))).toBeUndefined();
  });

  it('has each stretch at its place, and stretches that overlap between words', () => {
    const text = 'alpha beta gamma '.repeat(10_000);
    const stretches = textsIn(text);
    for (const it of stretches) expect(text.slice(it.offset, it.offset + it.text.length)).toBe(it.text);
    let reached = 0;
    for (const it of stretches) {
      expect(it.offset === 0 || text[it.offset - 1] === ' ').toBe(true);
      expect(it.offset).toBeLessThanOrEqual(Math.max(0, reached - 1_000));
      reached = it.offset + it.text.length;
    }
    expect(reached).toBe(text.length);
  });

  it('cuts no character in halves', () => {
    for (const it of textsIn('😀'.repeat(20_000))) expect(it.text.isWellFormed()).toBe(true);
  });

  it('has long names, and the paths of values', () => {
    const name = 'a name that has so many words that it may say something';
    const rows = [{ [name]: 1, 'a/b': 'c' }, 'x'.repeat(pieceLength)];
    expect(textsIn(rows).map((it) => [it.path, it.kind])).toEqual([
      [`/0/${name}`, 'parameter'],
      ['/0/a~1b', 'value'],
      ['/1', 'value'],
    ]);
  });

  it('ends at the limit, with the last characters', () => {
    const texts = textsIn(['a'.repeat(30_000), 'b'.repeat(30_000), 'c'.repeat(30_000)], {
      characters: 40_000,
      values: 100,
    });
    expect(texts.some((it) => it.text.includes('b'))).toBe(true);
    expect(texts.at(-1)).toMatchObject({ path: '/2', offset: 30_000 - outputTail, text: 'c'.repeat(outputTail) });
    expect(textsIn(['a', 'b', 'c', 'd'], { characters: 100, values: 3 }).map((it) => it.text)).toEqual(
      expect.arrayContaining(['a', 'd']),
    );
  });
});
