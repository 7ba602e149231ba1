import { PostgresFindingStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { findingStoreContract } from '../../../libs/testing/src/stores/finding-store.contract.js';
import { withDatabase } from './fixture.js';

describe('PostgresFindingStore keeps the contract of FindingStore', () => {
  it.each(findingStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, findings: new PostgresFindingStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});
