import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reservedPlace } from './reserved-place.js';

const best = [...'abcdefg'].map((key, at) => ({ key, relevance: 1 - at / 10 }));

describe('reservedPlace', () => {
  it('is the fifth, and belongs to the nearest that is not among the first five', () => {
    expect(reservedPlace(best, ['x', 'y'])?.key).toBe('x');
    expect(reservedPlace(best, ['a', 'e', 'g', 'x'])?.key).toBe('g');
    expect(reservedPlace(best, ['x'])?.relevance).toBeCloseTo(0.65);
  });

  it('is nobody’s where nobody else is near, or so few are found that all are seen', () => {
    expect(reservedPlace(best, ['a', 'b'])).toBeUndefined();
    expect(reservedPlace(best, [])).toBeUndefined();
    expect(reservedPlace(best.slice(0, 4), ['x'])).toBeUndefined();
  });

  it('takes nothing away from anybody, and leaves the first four alone', () => {
    const relevances = fc.uniqueArray(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(relevances, fc.uniqueArray(fc.nat(15)), (values, nearest) => {
        const found = values.sort((a, b) => b - a).map((relevance, key) => ({ key, relevance }));
        const raised = reservedPlace(found, nearest);
        if (raised === undefined) return;
        expect(raised.relevance).toBeGreaterThanOrEqual(found[raised.key]?.relevance ?? 0);
        expect(raised.relevance).toBeLessThanOrEqual(values[3] as number);
      }),
    );
  });
});
