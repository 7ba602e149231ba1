import { describe, expect, it } from '@jest/globals';
import { callRollupsContract } from './call-rollups.contract.js';
import { InMemoryCallRollups } from './in-memory-call-rollups.js';

describe('InMemoryCallRollups keeps the contract of CallRollups', () => {
  it.each(callRollupsContract)('$name', async ({ check }) => {
    const rollups = new InMemoryCallRollups();
    await expect(check({ rollups, record: async (calls) => rollups.add(...calls) })).resolves.toBeUndefined();
  });
});
