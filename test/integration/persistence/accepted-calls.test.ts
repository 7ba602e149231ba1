import { randomUUID } from 'node:crypto';
import { acceptedCallsContract } from '@assay/gateway/testing';
import { HolderLease, PostgresAcceptedCalls } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { clock, withDatabase } from './fixture.js';

describe('PostgresAcceptedCalls keeps the contract of AcceptedCalls', () => {
  it.each(acceptedCallsContract)('$name', async ({ check }) => {
    const run = withDatabase(async ({ identities, database: { pool } }) => {
      const process = () => {
        const lease = new HolderLease({ pool, id: randomUUID(), clock });
        return { lease, calls: new PostgresAcceptedCalls({ pool, lease }) };
      };
      const [one, two] = [process(), process()];
      try {
        await check({ identities, accepted: one.calls, other: two.calls, die: () => one.lease.end() });
      } finally {
        await one.lease.end();
        await two.lease.end();
      }
    });
    await expect(run).resolves.toBeUndefined();
  });
});
