import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wilson } from './wilson.js';

describe('wilson', () => {
  // Values of the published formula.
  it.each([
    [0, 5, 0, 0.4345],
    [5, 5, 0.5655, 1],
    [1, 10, 0.0179, 0.4042],
    [50, 100, 0.4038, 0.5962],
  ])('%i of %i is between %f and %f', (count, of, low, high) => {
    const share = wilson(count, of);
    expect(share?.low).toBeCloseTo(low, 3);
    expect(share?.high).toBeCloseTo(high, 3);
  });

  it('is nothing of nothing', () => {
    expect(wilson(0, 0)).toBeNull();
  });

  it('contains the share, within [0, 1], and mirrors', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (of, part) => {
        const count = Math.round(part * of);
        const { value, low, high } = wilson(count, of) as NonNullable<ReturnType<typeof wilson>>;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(high).toBeGreaterThanOrEqual(value - 1e-12);
        expect(wilson(of - count, of)?.low).toBeCloseTo(1 - high, 9);
      }),
    );
  });

  it('narrows with more of the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 500 }), (of, any) => {
        const count = any % (of + 1);
        const few = wilson(count, of) as NonNullable<ReturnType<typeof wilson>>;
        const many = wilson(count * 4, of * 4) as NonNullable<ReturnType<typeof wilson>>;
        expect(many.high - many.low).toBeLessThanOrEqual(few.high - few.low + 1e-12);
      }),
    );
  });

  it('says little of few calls, and never that all will succeed', () => {
    const all = wilson(20, 20) as NonNullable<ReturnType<typeof wilson>>;
    expect(all.low).toBeCloseTo(0.839, 3);
    expect(all.high).toBeCloseTo(1, 10);
    const half = wilson(50, 100) as NonNullable<ReturnType<typeof wilson>>;
    expect([half.low, half.high].map((it) => Number(it.toFixed(3)))).toEqual([0.404, 0.596]);
    expect(wilson(0, 10)?.low).toBe(0);
  });
});
