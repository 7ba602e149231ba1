import { expect, it } from '@jest/globals';
import { summed, summedFor } from './rollup-totals.js';

it('reads totals unless a query distinguishes callers or tools', () => {
  expect(summedFor({ callers: false, tools: false })).toBe(summed.both);
  expect(summedFor({ callers: true, tools: false })).toBe(summed.tools);
  expect(summedFor({ callers: false, tools: true })).toBe(summed.callers);
  expect(summedFor({ callers: true, tools: true })).toBe(summed.nothing);
});
