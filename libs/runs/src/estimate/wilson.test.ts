import { expect, it } from '@jest/globals';
import { wilson } from './wilson.js';

it('a share of few calls says little, and 100 % of them is never sure', () => {
  const all = wilson(1, 20);
  expect(all.low).toBeCloseTo(0.839, 3);
  expect(all.high).toBeCloseTo(1, 10);
  const half = wilson(0.5, 100);
  expect([half.low, half.high].map((it) => Number(it.toFixed(3)))).toEqual([0.404, 0.596]);
  expect(wilson(0, 10).low).toBe(0);
});
