import { AesSealer } from '@assay/authentication';
import { maskedValuesContract } from '@assay/gateway/testing';
import { PostgresMaskedValues, PostgresSecretReseal } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresMaskedValues keeps the contract of MaskedValueStore', () => {
  it.each(maskedValuesContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database, identities }) =>
      check({ identities, masked: new PostgresMaskedValues(database.pool, sealer) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

it('values are encrypted, and open after the encryption key was changed', async () => {
  await withDatabase(async ({ database: { pool }, identities }) => {
    const [former, present] = ['a former key of enough length....', 'the present key of enough length.'] as const;
    await maskedValuesContract[0]?.check({ identities, masked: new PostgresMaskedValues(pool, new AesSealer(former)) });
    const { rows } = await pool.query('SELECT * FROM masked_values');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('example.org');
    const reseal = new PostgresSecretReseal(pool, new AesSealer(present, former));
    expect(await reseal.reseal()).toEqual({ resealed: 2, kept: 0 });
    const [row] = rows;
    const owner = { organisationId: row.organisation_id, principalId: row.principal_id, session: row.session };
    const opened = new PostgresMaskedValues(pool, new AesSealer(present));
    expect(await opened.find(owner, [row.token], 0)).toMatchObject([{ value: 'é\u0000@example.org' }]);
  });
});
