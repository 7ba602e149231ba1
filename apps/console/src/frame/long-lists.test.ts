import { expect, it } from '@jest/globals';
import { allRows, isNearEnd } from './long-lists.js';

it('reads the next page shortly before the end, and none of an empty list', () => {
  expect(isNearEnd(88, 100)).toBe(false);
  expect(isNearEnd(90, 100)).toBe(true);
  expect(isNearEnd(99, 100)).toBe(true);
  expect(isNearEnd(2, 3)).toBe(true);
  expect(isNearEnd(undefined, 100)).toBe(false);
  expect(isNearEnd(undefined, 0)).toBe(false);
});

it('renders short lists whole', () => {
  expect(allRows(3)).toEqual({ indexes: [0, 1, 2], before: 0, after: 0 });
});
