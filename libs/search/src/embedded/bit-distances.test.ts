import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distancesTo } from './bit-distances.js';

const bitsIn = (word: number): number => (word >>> 0).toString(2).replaceAll('0', '').length;
const differentBits = (one: Uint32Array, other: Uint32Array): number =>
  one.reduce((sum, word, at) => sum + bitsIn(word ^ (other[at] as number)), 0);

const codeOf = (width: number) => fc.uint32Array({ minLength: width, maxLength: width });
const questions = (width: number) =>
  fc.record({
    asked: fc.array(codeOf(width), { minLength: 1, maxLength: 6 }),
    documents: fc.array(codeOf(width), { maxLength: 20 }),
  });

const joined = (codes: readonly Uint32Array[]) => Uint32Array.from(codes.flatMap((code) => [...code]));

describe('distances of codes', () => {
  it.each([2, 8, 12, 14, 48, 256])('are the numbers of bits that differ from the nearest, of %d words', (width) => {
    fc.assert(
      fc.property(questions(width), ({ asked, documents }) => {
        const distances = new Uint16Array(documents.length);
        distancesTo(asked, joined(documents), distances);
        expect([...distances]).toEqual(
          documents.map((one) => Math.min(...asked.map((code) => differentBits(one, code)))),
        );
      }),
    );
  });

  it('reach every bit, and are of the latest question', () => {
    const [none, all] = [new Uint32Array(8), new Uint32Array(8).fill(0xffff_ffff)];
    const distances = new Uint16Array(2);
    distancesTo([none], joined([all, none]), distances);
    expect([...distances]).toEqual([256, 0]);
    distancesTo([all], joined([all, none]), distances);
    expect([...distances]).toEqual([0, 256]);
  });

  it('are right beyond the first block, and for more codes than documents', () => {
    const documents = Array.from({ length: 5_001 }, (_, n) => Uint32Array.from({ length: 8 }, (_, at) => n * 7 + at));
    const distances = new Uint16Array(documents.length);
    const asked = [documents[4_999], documents[3]] as Uint32Array[];
    distancesTo(asked, joined(documents), distances);
    const expected = (n: number) => Math.min(...asked.map((code) => differentBits(documents[n] as Uint32Array, code)));
    for (const n of [0, 3, 2_047, 2_048, 4_096, 4_999, 5_000]) expect(distances[n]).toBe(expected(n));
  });
});
