import { describe, expect, it } from '@jest/globals';
import { mapConcurrent } from './map-concurrent.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('mapConcurrent', () => {
  it('runs the given number at a time and keeps the order', async () => {
    let under = 0;
    let max = 0;
    const results = await mapConcurrent([5, 1, 4, 2, 3, 0], 2, async (turns) => {
      under += 1;
      max = Math.max(max, under);
      for (let n = 0; n < turns; n += 1) await turn();
      under -= 1;
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30, 0]);
    expect(max).toBe(2);
  });

  it('does nothing for an empty list, and fails with the first failure', async () => {
    expect(await mapConcurrent([], 4, async () => 1)).toEqual([]);
    const failing = mapConcurrent([1, 2, 3], 2, async (n) => {
      if (n === 2) throw new Error('two');
      return n;
    });
    await expect(failing).rejects.toThrow('two');
  });
});
