import { AesSealer } from '@assay/authentication';
import { PostgresSecretReseal, PostgresSuspendedCallStore } from '@assay/persistence';
import { suspendedCallStoreContract } from '@assay/runs/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresLeftCallStore keeps the contract of LeftCallStore', () => {
  it.each(suspendedCallStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, calls: new PostgresSuspendedCallStore(database.pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it('what it keeps is sealed, and opens after the encryption key was changed', async () => {
  await withDatabase(async ({ database: { pool }, identities }) => {
    const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
    const [oldest] = suspendedCallStoreContract.slice(-1);
    await oldest?.check({ identities, calls: new PostgresSuspendedCallStore(pool, new AesSealer(former)) });
    const { rows } = await pool.query<{ invocation_id: string }>('SELECT * FROM left_calls');
    expect(JSON.stringify(rows)).not.toContain('acme/whole');
    const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
    expect(await reseal.reseal()).toEqual({ resealed: 3, kept: 0 });
    expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 3 });
    const found = await new PostgresSuspendedCallStore(pool, new AesSealer(present)).find(rows[0]?.invocation_id ?? '');
    expect(found?.left.tool).toBe('acme/whole');
  });
});
