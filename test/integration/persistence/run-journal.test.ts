import { randomUUID } from 'node:crypto';
import { runJournalContract } from '@assay/kernel/testing';
import { HolderLease, PostgresRunJournal } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { clock, withDatabase } from './fixture.js';

describe('PostgresRunJournal keeps the contract of RunJournalStore', () => {
  it.each(runJournalContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ database: { pool } }) => {
      const leases: HolderLease[] = [];
      const open = async () => {
        const lease = new HolderLease({ pool, id: randomUUID(), clock });
        leases.push(lease);
        await lease.hold();
        return { journal: new PostgresRunJournal({ pool, lease }), die: () => lease.end() };
      };
      try {
        await check({ open });
      } finally {
        for (const lease of leases) await lease.end();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });

  it('knows how long ago its lease was renewed', () =>
    withDatabase(async ({ database: { pool } }) => {
      let now = 0;
      const at = { after: () => () => undefined, monotonic: () => now };
      const lease = new HolderLease({ pool, id: randomUUID(), clock: at });
      const journal = new PostgresRunJournal({ pool, lease });
      expect(journal.isHeldWithin(6_000)).toBe(false);
      await lease.hold();
      now = 5_999;
      expect(journal.isHeldWithin(6_000)).toBe(true);
      now = 6_000;
      expect(journal.isHeldWithin(6_000)).toBe(false);
    }));
});
