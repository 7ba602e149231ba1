import { PostgresBehaviourStore, PostgresFindingStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { behaviourStoreContract } from '../../../libs/testing/src/stores/behaviour-store.contract.js';
import { findingStoreContract } from '../../../libs/testing/src/stores/finding-store.contract.js';
import { withDatabase } from './fixture.js';

describe('PostgresBehaviourStore keeps the contract of BehaviourStore', () => {
  it.each(behaviourStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, behaviour: new PostgresBehaviourStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresFindingStore keeps the contract of FindingStore', () => {
  it.each(findingStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, findings: new PostgresFindingStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});
