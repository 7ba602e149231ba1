import { expect, it } from '@jest/globals';
import { median } from './median.js';

it.each([
  [[], undefined],
  [[7], 7],
  [[9, 1, 4], 4],
  [[8, 2, 4, 1], 3],
])('the median of %j is %s', (values, middle) => {
  expect(median(values)).toBe(middle);
});
