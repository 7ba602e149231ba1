import { expect, it } from '@jest/globals';
import { addCounts, noCounts } from './candidate-store.js';

it('adds what is given', () => {
  const once = addCounts(noCounts, { calls: 2, ms: 1.5 });
  expect(addCounts(once, { calls: 1, leftOut: 4 })).toEqual({ ...noCounts, calls: 3, ms: 1.5, leftOut: 4 });
});
