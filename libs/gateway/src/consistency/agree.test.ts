import type { Tolerance } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agree, likeness } from './agree.js';

describe('agree', () => {
  it.each<[unknown, unknown, Tolerance, boolean]>([
    [1, 1, 'exact', true],
    [1, 1.0000001, 'exact', false],
    ['a', 'A', 'exact', false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'exact', true],
    [100, 100.5, { absolute: 0.5 }, true],
    [100, 100.6, { absolute: 0.5 }, false],
    [100, 101, { relative: 0.01 }, true],
    [100, 102, { relative: 0.01 }, false],
    [0, 0.1, { relative: 0.5 }, false],
    ['100', 100, { absolute: 1 }, false],
    ['Main Street 5, Berlin', 'main street 5 BERLIN', { fuzzy: 1 }, true],
    ['Main Street 5, Berlin', 'Main Str. 5, Berlin', { fuzzy: 0.8 }, true],
    ['Berlin', 'Paris', { fuzzy: 0.5 }, false],
    [null, null, { fuzzy: 0.5 }, true],
    ['long '.repeat(1_000), 'long '.repeat(1_000), { fuzzy: 0.5 }, true],
    ['long '.repeat(1_000), 'Long '.repeat(1_000), { fuzzy: 0.5 }, false],
  ])('%j and %j within %j: %s', (a, b, tolerance, expected) => {
    expect([agree(a, b, tolerance), agree(b, a, tolerance)]).toEqual([expected, expected]);
  });

  it('is reflexive and symmetric, and likeness stays between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, fuzzy) => {
        expect(agree(a, a, { fuzzy })).toBe(true);
        expect(agree(a, b, { fuzzy })).toBe(agree(b, a, { fuzzy }));
        expect(likeness(a, b)).toBeGreaterThanOrEqual(0);
        expect(likeness(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
