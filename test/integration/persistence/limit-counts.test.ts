import { randomUUID } from 'node:crypto';
import { limitCountsContract } from '@assay/gateway/testing';
import { HolderLease, PostgresLimitCounts } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { clock, withDatabase } from './fixture.js';

describe('PostgresLimitCounts keep the contract of LimitCounts', () => {
  it.each(limitCountsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database: { pool } }) => {
      // The place whose counts are read is at work itself; the other one is when a case says so.
      const own = new HolderLease({ pool, id: randomUUID(), place: 'here', clock });
      const lease = new HolderLease({ pool, id: randomUUID(), place: 'there', clock });
      const alive = async (isAlive: boolean) => {
        await (isAlive ? lease.hold() : lease.end());
      };
      try {
        await own.hold();
        const [counts, other] = [new PostgresLimitCounts(pool, 'here'), new PostgresLimitCounts(pool, 'there')];
        await check({ counts, other, alive });
      } finally {
        await Promise.all([own.end(), lease.end()]);
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});
