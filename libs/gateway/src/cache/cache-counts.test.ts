import { expect, it } from '@jest/globals';
import { cacheCounts } from './cache-counts.js';

it('begins with nothing, for each gateway of its own', () => {
  const counts = cacheCounts();
  counts.kept += 1;
  expect([counts.kept, cacheCounts()]).toEqual([1, { kept: 0, shared: 0, made: 0 }]);
});
