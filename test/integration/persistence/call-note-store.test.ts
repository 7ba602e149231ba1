import { AesSealer } from '@assay/authentication';
import { PostgresCallNoteStore, PostgresSecretReseal } from '@assay/persistence';
import { callNoteStoreContract } from '@assay/runs/testing';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresCallNoteStore keeps the contract of CallNoteStore', () => {
  it.each(callNoteStoreContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, notes: new PostgresCallNoteStore(database.pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it('stores encrypted data, and re-encrypts it after the encryption key was changed', async () => {
  await withDatabase(async ({ database: { pool }, identities }) => {
    const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
    const [first] = callNoteStoreContract;
    await first?.check({ identities, notes: new PostgresCallNoteStore(pool, new AesSealer(former)) });
    const { rows } = await pool.query('SELECT * FROM call_notes');
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/saying|chain/);
    const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
    expect(await reseal.reseal()).toEqual({ resealed: 3, kept: 0 });
    expect(await reseal.reseal()).toEqual({ resealed: 0, kept: 3 });
  });
});
