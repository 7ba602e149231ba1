import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lowerDistances } from './bit-distances.js';

const bitsIn = (word: number): number => (word >>> 0).toString(2).replaceAll('0', '').length;
const differentBits = (one: Uint32Array, other: Uint32Array): number =>
  one.reduce((sum, word, at) => sum + bitsIn(word ^ (other[at] as number)), 0);

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const codesOf = (width: number) =>
  fc.record({
    code: fc.uint32Array({ minLength: width, maxLength: width }),
    documents: fc.array(fc.array(word, { minLength: width, maxLength: width }), { maxLength: 20 }),
  });

describe('distances of codes', () => {
  it.each([1, 8, 12, 48])('are the numbers of different bits, of %d words', (width) => {
    fc.assert(
      fc.property(codesOf(width), ({ code, documents }) => {
        const distances = new Uint16Array(documents.length).fill(0xffff);
        lowerDistances(distances, Uint32Array.from(documents.flat()), code);
        expect([...distances]).toEqual(documents.map((one) => differentBits(Uint32Array.from(one), code)));
      }),
    );
  });

  it('reach every bit, and are only lowered', () => {
    const [none, all] = [new Uint32Array(8), new Uint32Array(8).fill(0xffff_ffff)];
    const distances = Uint16Array.of(256, 100);
    lowerDistances(distances, Uint32Array.from([...all, ...all]), none);
    expect([...distances]).toEqual([256, 100]);
    lowerDistances(distances, Uint32Array.from([...none, ...none]), none);
    expect([...distances]).toEqual([0, 0]);
  });
});
