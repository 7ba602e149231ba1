import { authorizationRecordsContract } from '@assay/identity/testing';
import { PostgresAuthorizationRecords } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { sealer, withDatabase } from './fixture.js';

describe('PostgresAuthorizationRecords keeps the contract of AuthorizationRecords', () => {
  it.each(authorizationRecordsContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database }) => check(new PostgresAuthorizationRecords(database.pool, sealer)));
    await expect(run).resolves.toBeUndefined();
  });
});

it('stores neither an id nor a content in the clear', async () => {
  await withDatabase(async ({ database }) => {
    const records = new PostgresAuthorizationRecords(database.pool, sealer);
    const record = { kind: 'RefreshToken', id: 'a-secret', grantId: null, principalId: null, expiresAt: null };
    await records.save({ ...record, payload: '{"jti":"a-secret"}' }, 0);
    const { rows } = await database.pool.query('SELECT * FROM authorization_records');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('a-secret');
  });
});
