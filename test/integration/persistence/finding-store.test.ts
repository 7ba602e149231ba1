import { behaviourStoreContract, findingStoreContract } from '@assay/gateway/testing';
import { PostgresBehaviourStore, PrismaFindingStore } from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { withDatabase } from './fixture.js';

describe('PostgresBehaviourStore keeps the contract of BehaviourStore', () => {
  it.each(behaviourStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) =>
      check({ ...fixture, behaviour: new PostgresBehaviourStore(fixture.database.pool) }),
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PrismaFindingStore keeps the contract of FindingStore', () => {
  it.each(findingStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, findings: new PrismaFindingStore(fixture.database) }));
    await expect(run).resolves.toBeUndefined();
  });
});
