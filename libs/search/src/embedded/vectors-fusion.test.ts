import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cosines } from './vectors.js';
import { fuseMeaning } from './vectors-fusion.js';

interface Document {
  /** Relevance by words. */
  readonly words: number;
  readonly cosine: number | undefined;
  readonly isSeen: boolean;
}

const cosinesOf = (documents: readonly Document[]): Cosines => ({
  has: (slot) => documents[slot]?.cosine !== undefined,
  of: (slot) => documents[slot]?.cosine ?? 0,
  exact: (slot) => documents[slot]?.cosine ?? 0,
});

function fused(documents: readonly Document[]) {
  const scores = Float64Array.from(documents, ({ words }) => words);
  const touched = documents.flatMap(({ words }, slot) => (words > 0 ? [slot] : []));
  const isSeen = (slot: number) => documents[slot]?.isSeen === true;
  fuseMeaning(cosinesOf(documents), { scores, touched, used: documents.length, isSeen });
  return { scores, touched };
}

const document = fc.record({
  words: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1, noNaN: true })),
  cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  isSeen: fc.boolean(),
});
const seen = (words: number, cosine?: number): Document => ({ words, cosine, isSeen: true });

describe('fuseMeaning', () => {
  it('keeps relevance in [0,1], never takes away what words gave, and adds only what is seen', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 40 }), (documents) => {
        const { scores, touched } = fused(documents);
        documents.forEach(({ words, isSeen }, slot) => {
          const score = scores[slot] as number;
          expect(score).toBeGreaterThanOrEqual(words - 1e-12);
          expect(score).toBeLessThanOrEqual(1);
          expect(touched.filter((it) => it === slot)).toHaveLength(score > 0 ? 1 : 0);
          if (!isSeen && words === 0) expect(score).toBe(0);
        });
      }),
    );
  });

  it('leaves relevance by words as it is where nothing is near, and adds nobody then', () => {
    const { scores, touched } = fused([seen(0.3, -0.5), seen(0, 0), seen(0, 0.1), seen(0.2, 0)]);
    expect([...scores]).toEqual([0.3, 0, 0, 0.2]);
    expect(touched).toEqual([0, 3]);
  });

  it('measures nearness from the average, so that models of another spread rank alike', () => {
    const cosines = [0, 0.05, -0.05, 0.1, 0.5, 0.4];
    const documents = (of: (cosine: number) => number) =>
      Array.from({ length: 200 }, (_, slot) => seen(0, of(cosines[slot] ?? 0)));
    const wide = fused(documents((cosine) => cosine));
    const narrow = fused(documents((cosine) => 0.7 + 0.3 * cosine));
    expect(wide.touched).toEqual([4, 5]);
    expect(narrow.touched).toEqual([4, 5]);
    expect(narrow.scores[4]).toBeCloseTo(wide.scores[4] as number, 2);
  });

  it('leaves a document without a vector in its place among those found by words', () => {
    const ground = Array.from({ length: 30 }, () => seen(0, 0));
    const { scores } = fused([...ground, seen(0.4), seen(0.3, 0.6), seen(0.1)]);
    expect(scores[30]).toBeGreaterThan(scores[31] as number);
    expect(scores[31]).toBeGreaterThan(scores[32] as number);
  });

  it('gives the fifth place to the nearest where words and meaning disagree', () => {
    const ground = Array.from({ length: 30 }, () => seen(0, 0));
    const others = [0.6, 0.59, 0.58, 0.57, 0.56, 0.55];
    const place = (nearnessOfBest: number) => {
      const ranked = [...ground, ...others.map((words) => seen(words, nearnessOfBest)), seen(0, 0.4)];
      const { scores } = fused(ranked);
      return [...scores].sort((a, b) => b - a).indexOf(scores.at(-1) as number);
    };
    expect(place(0)).toBe(4);
    expect(place(0.39)).toBe(6);
  });
});
