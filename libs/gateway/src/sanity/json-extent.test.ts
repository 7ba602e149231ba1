import { runAtOnce } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { extentInSteps } from './json-extent.js';

const extentOf = (value: unknown, maxValues = 1_000_000) => runAtOnce(extentInSteps(value, maxValues));

describe('extentInSteps', () => {
  it('counts values, and the members of the widest object', () => {
    expect(extentOf(1)).toEqual({ values: 1, width: 0 });
    expect(extentOf([{ a: 1 }, { a: { b: 1, c: 2, d: [1, 2, 3, 4] } }])).toEqual({ values: 12, width: 3 });
  });

  it('stops at more than so many', () => {
    expect(extentOf([[1, 2], { a: 1 }], 6)).toEqual({ values: 6, width: 1 });
    expect(extentOf([[1, 2], { a: 1 }], 5)).toBeUndefined();
    expect(extentInSteps(new Array(2_000_000).fill(0), 1_000).next()).toEqual({ done: true, value: undefined });
  });

  it('stops after every few thousand values, and never for a few', () => {
    const work = extentInSteps(
      Array.from({ length: 20_000 }, (_, at) => [at]),
      1_000_000,
    );
    let steps = 0;
    for (let step = work.next(); !step.done; step = work.next()) steps += 1;
    expect(steps).toBeGreaterThan(4);
    expect(extentInSteps({ a: [1, 2, 3] }, 100).next().done).toBe(true);
  });
});
