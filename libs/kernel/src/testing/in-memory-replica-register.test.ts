import { describe, expect, it } from '@jest/globals';
import { FakeClock } from './fake-system.js';
import { InMemoryReplicaRegister } from './in-memory-replica-register.js';
import { replicaRegisterContract } from './replica-register.contract.js';

describe('InMemoryReplicaRegister keeps the contract of ReplicaRegister', () => {
  it.each(replicaRegisterContract)('$name', async ({ check }) => {
    await expect(check(new InMemoryReplicaRegister(new FakeClock()))).resolves.toBeUndefined();
  });
});
