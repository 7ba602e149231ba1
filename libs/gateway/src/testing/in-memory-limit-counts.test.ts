import { describe, expect, it } from '@jest/globals';
import { InMemoryLimitCounts } from './in-memory-limit-counts.js';
import { limitCountsContract } from './limit-counts.contract.js';

describe('InMemoryLimitCounts keep the contract of LimitCounts', () => {
  it.each(limitCountsContract)('$name', async ({ check }) => {
    const counts = new InMemoryLimitCounts();
    const other = counts.elsewhere();
    const alive = async (isAlive: boolean) => {
      if (!isAlive) other.end();
    };
    await expect(check({ counts, other, alive })).resolves.toBeUndefined();
  });
});
