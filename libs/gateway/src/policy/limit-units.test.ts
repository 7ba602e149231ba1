import { describe, expect, it } from '@jest/globals';
import { countedCost, countedOf, quantityText, shownOf, unitOf } from './limit-units.js';

describe('limits in money', () => {
  it('are counted in millionths of a dollar, and shown in dollars', () => {
    expect(unitOf('caller.cost.daily')).toBe('usd');
    expect(countedOf('caller.cost.daily', 2.5)).toBe(2_500_000);
    expect(shownOf('caller.cost.daily', 2_500_000)).toBe(2.5);
    expect(quantityText('caller.cost.daily', 2_500_000)).toBe('$2.50');
    expect(quantityText('caller.cost.daily', 1)).toBe('$0.000001');
  });

  it('leave the others as they are', () => {
    expect(countedOf('tool.calls', 100)).toBe(100);
    expect(quantityText('tool.calls', 1_000)).toBe('1,000');
    expect(shownOf('tool.calls', 7)).toBe(7);
  });

  it('have bounds, below which whole numbers are exact', () => {
    expect(countedOf('tool.calls', 1.5)).toContain('whole number');
    expect(countedOf('caller.cost.daily', 10_000_001)).toContain('10000000 US dollars');
    expect(countedOf('session.cost', 5_000)).toContain('4000 US dollars');
  });

  it.each([
    [undefined, 0],
    [0, 0],
    [0.002, 2_000],
    [0.1, 100_000],
    [0.3, 300_000],
    [0.0000001, 1],
    [1.0000001, 1_000_001],
    [1e300, Number.MAX_SAFE_INTEGER],
  ])('a call at %p takes %p', (usd, counted) => {
    expect(countedCost(usd)).toBe(counted);
  });
});
