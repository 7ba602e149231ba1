import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { relevanceCut } from '../relevance-cut.js';
import { standings, withLearnt } from './learnt-relevance.js';
import type { Judgement } from './task-memory.js';

const candidates = [
  { id: 'a/first', relevance: 0.2, matched: ['x'] },
  { id: 'a/second', relevance: 0.16, matched: [] },
  { id: 'a/third', relevance: 0.04, matched: [] },
];
const judged = (gains: Record<string, number>, similar = 1): Map<string, Judgement> =>
  new Map(Object.entries(gains).map(([id, gain]) => [id, { gain, similar }]));
const order = (gains: Record<string, number>, level = 1) =>
  withLearnt(candidates, judged(gains), level).map(({ id }) => id);

describe('withLearnt', () => {
  it('changes nothing when nothing is known', () => {
    expect(withLearnt(candidates, new Map(), 1)).toEqual(candidates);
  });

  it('lifts and lowers by what is learnt, as far as the level says', () => {
    expect(order({ 'a/second': 0.4 })).toEqual(['a/second', 'a/first', 'a/third']);
    expect(order({ 'a/second': 0.4 }, 0.3)).toEqual(['a/first', 'a/second', 'a/third']);
    expect(order({ 'a/first': -0.5 })).toEqual(['a/second', 'a/first', 'a/third']);
  });

  it('adds a tool that words did not find only when it did similar tasks', () => {
    expect(order({ 'a/new': 0.9 })).toContain('a/new');
    expect(withLearnt(candidates, judged({ 'a/new': 0.9 }, 0), 1).map(({ id }) => id)).not.toContain('a/new');
    expect(order({ 'a/new': -0.1 })).not.toContain('a/new');
  });

  it('does not depend on the scale of the engine', () => {
    const scaled = candidates.map((it) => ({ ...it, relevance: it.relevance * 4 }));
    const gains = judged({ 'a/second': 0.4, 'a/new': 0.7 });
    expect(withLearnt(scaled, gains, 1).map(({ id }) => id)).toEqual(
      withLearnt(candidates, gains, 1).map(({ id }) => id),
    );
  });

  it('stays in [0,1], and pushes nothing below the cut that words alone had kept', () => {
    const gains = fc.dictionary(
      fc.constantFrom('a/first', 'a/second', 'a/third', 'a/new'),
      fc.double({ min: 0, max: 3, noNaN: true }),
    );
    fc.assert(
      fc.property(gains, (some) => {
        const mixed = withLearnt(candidates, judged(some), 1);
        const { min } = relevanceCut(mixed.map(({ relevance }) => relevance));
        for (const { id, relevance } of mixed) {
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
          if (id === 'a/first' || id === 'a/second') expect(relevance).toBeGreaterThanOrEqual(min - 1e-9);
        }
      }),
    );
  });
});

describe('standings', () => {
  it('says what a tool’s place is worth at each level', () => {
    const worth = standings(candidates, judged({ 'a/second': 0.4 }), ['a/second', 'a/gone']);
    expect(worth.get('a/second')?.map((it) => Number(it.toFixed(2)))).toEqual([0.63, 0.63, 1, 1, 1]);
    expect(worth.get('a/gone')).toEqual([0, 0, 0, 0, 0]);
  });
});
