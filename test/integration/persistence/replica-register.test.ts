import { replicaRegisterContract } from '@assay/kernel/testing';
import { PostgresReplicaRegister } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresReplicaRegister keeps the contract of ReplicaRegister', () => {
  it.each(replicaRegisterContract)('$name', async ({ check }) => {
    const run = withDatabase(({ database: { pool } }) => check(new PostgresReplicaRegister(pool)));
    await expect(run).resolves.toBeUndefined();
  });
});
