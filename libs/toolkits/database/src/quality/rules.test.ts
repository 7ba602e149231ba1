import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { divergence } from './rules.js';

const counts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 1_000 }), { minKeys: 1 });

describe('divergence', () => {
  it('is 0 for the same shares, and grows with a shift', () => {
    const observed = new Map([
      ['a', 500],
      ['b', 500],
    ]);
    expect(divergence(observed, { a: 500, b: 500 })).toBeCloseTo(0, 10);
    expect(divergence(observed, { a: 0.5, b: 0.5 })).toBeCloseTo(0, 10);
    const shifted = divergence(
      new Map([
        ['a', 900],
        ['b', 100],
      ]),
      { a: 0.5, b: 0.5 },
    );
    expect(shifted).toBeGreaterThan(
      divergence(
        new Map([
          ['a', 600],
          ['b', 400],
        ]),
        { a: 0.5, b: 0.5 },
      ),
    );
    expect(shifted).toBeCloseTo(0.9 * Math.log(1.8) + 0.1 * Math.log(0.2), 1);
  });

  it('is finite for a value of one side only', () => {
    expect(divergence(new Map([['new', 10]]), { old: 1 })).toBeGreaterThan(0.5);
    expect(divergence(new Map(), { a: 1 })).toBeGreaterThanOrEqual(0);
  });

  it('is never negative and never infinite', () => {
    fc.assert(
      fc.property(counts, counts, (observed, baseline) => {
        const found = divergence(new Map(Object.entries(observed)), baseline);
        return Number.isFinite(found) && found > -1e-9;
      }),
    );
  });
});
