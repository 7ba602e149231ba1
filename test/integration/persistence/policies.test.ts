import { policyStoreContract } from '@assay/gateway/testing';
import { PostgresPolicyStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresPolicyStore keeps the contract of PolicyStore', () => {
  it.each(policyStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, policies: new PostgresPolicyStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});
