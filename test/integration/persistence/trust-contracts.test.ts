import { evidenceStoreContract, trustOrderContract } from '@assay/gateway/testing';
import { PostgresEvidenceStore, PostgresRatingStore, PostgresTrustOrder } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('The PostgreSQL stores of evidence and votes keep their contract', () => {
  it.each(evidenceStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => {
      const { pool } = fixture.database;
      return check({
        ...fixture,
        evidence: new PostgresEvidenceStore(pool),
        ratings: new PostgresRatingStore(pool),
      });
    });
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresTrustOrder keeps the contract of TrustOrder', () => {
  it.each(trustOrderContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => {
      const { pool } = fixture.database;
      return check({ ...fixture, evidence: new PostgresEvidenceStore(pool), order: new PostgresTrustOrder(pool) });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
