import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wavesOf } from './graph.js';

describe('wavesOf', () => {
  it.each([
    ['nothing', [], [], []],
    ['what needs nothing in one wave', [[], []], [[0, 1]], []],
    ['a sequence, one by one, in whatever order it is written', [[1], [2], []], [[2], [1], [0]], []],
    ['a diamond', [[], [0], [0], [1, 2]], [[0], [1, 2], [3]], []],
    ['a need that is named twice', [[], [0, 0]], [[0], [1]], []],
    ['what needs itself', [[0]], [], [0]],
    ['a circle, but not what comes before or after it', [[], [0, 2], [1], [2], [3]], [[0]], [1, 2]],
  ])('orders %s', (_, needs, waves, circular) => {
    expect(wavesOf(needs)).toEqual({ waves, circular });
  });

  it('puts every node after all that it needs, and no later than it must', () => {
    const graph = fc
      .array(fc.array(fc.nat(40), { maxLength: 5 }), { maxLength: 40 })
      .map((edges) => edges.map((of, at) => (at === 0 ? [] : of.map((to) => to % at))));
    fc.assert(
      fc.property(graph, (needs) => {
        const { waves, circular } = wavesOf(needs);
        const waveOf = new Map(waves.flatMap((wave, number) => wave.map((at) => [at, number] as const)));
        expect(circular).toEqual([]);
        expect(waveOf.size).toBe(needs.length);
        for (const [at, of] of needs.entries()) {
          const last = Math.max(-1, ...of.map((need) => waveOf.get(need) as number));
          expect(waveOf.get(at)).toBe(last + 1);
        }
      }),
    );
  });

  it('finds the nodes that reach themselves', () => {
    const graph = fc
      .nat(9)
      .chain((limit) =>
        fc.array(fc.array(fc.nat(limit), { maxLength: 3 }), { minLength: limit + 1, maxLength: limit + 1 }),
      );
    fc.assert(
      fc.property(graph, (needs) => {
        const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
          (needs[from] ?? []).some(
            (next) => next === to || (!seen.has(next) && seen.add(next) && reaches(next, to, seen)),
          );
        const onCircles = needs.flatMap((_, at) => (reaches(at, at) ? [at] : []));
        expect(wavesOf(needs).circular).toEqual(expect.arrayContaining(onCircles));
      }),
    );
  });

  it('takes ten thousand nodes in a row', () => {
    const needs = Array.from({ length: 10_000 }, (_, at) => (at === 0 ? [] : [at - 1]));
    expect(wavesOf(needs).waves).toHaveLength(10_000);
    const tail = [[0], ...needs.slice(1)];
    expect(wavesOf(tail).circular).toEqual([0]);
  });
});
