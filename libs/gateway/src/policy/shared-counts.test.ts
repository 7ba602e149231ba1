import { describe, expect, it } from '@jest/globals';
import { unlimited } from './rate-limits.js';
import { partOf, SharedCounts } from './shared-counts.js';

describe('SharedCounts', () => {
  const count = { key: 'a', slice: 7, sliceMs: 1_000, former: 60, count: 2 };

  it('adds up the slices of a counter, where they count here', () => {
    const shared = new SharedCounts();
    shared.replace([count, { ...count, slice: 8 }], ({ slice }) => slice + 100);
    expect(shared.of('a')?.totalAt(108)).toBe(4);
    expect(shared.of('a')?.totalAt(168)).toBe(2);
    expect(shared.of('b')).toBeUndefined();
  });

  it('forgets what is no longer among them', () => {
    const shared = new SharedCounts();
    const sliceOf = () => 0;
    shared.replace([count], sliceOf);
    shared.replace([{ ...count, key: 'b' }], sliceOf);
    expect([shared.of('a'), shared.of('b')?.totalAt(0)]).toEqual([undefined, 2]);
  });
});

// limit, processes, what is used up for all of them, what one may have of the limit
it.each([
  [10, 1, 0, 10],
  [10, 1, 4, 10],
  [10, 2, 0, 5],
  [10, 2, 4, 7],
  [10, 3, 4, 6],
  [10, 4, 9, 10],
  [10, 2, 10, 10],
  [10, 2, 14, 10],
  [0, 2, 0, 0],
  [unlimited, 2, 4, unlimited],
])('of %d, one of %d processes has, with %d used up, %d', (limit, replicas, shared, part) => {
  expect(partOf(limit, replicas, shared)).toBe(part);
});
