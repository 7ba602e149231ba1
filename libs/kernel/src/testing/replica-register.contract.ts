import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Replica, ReplicaRegister } from '../replica-register.js';

export interface ReplicaRegisterContractCase {
  readonly name: string;
  readonly check: (register: ReplicaRegister) => Promise<void>;
}

const first: Replica = {
  id: '018f0000-0000-7000-8000-000000000001',
  name: 'one',
  version: '1.0.0',
  node: '24.0.0',
  startedAt: Date.UTC(2026, 10, 1),
};
const second: Replica = {
  ...first,
  id: '018f0000-0000-7000-8000-000000000002',
  name: null,
  startedAt: first.startedAt + 1,
};

/** What a ReplicaRegister promises. */
export const replicaRegisterContract: readonly ReplicaRegisterContractCase[] = [
  {
    name: 'lists each announced replica once, the latest started first',
    check: async (register) => {
      await register.announce(first);
      await register.announce(second);
      await register.announce(first);
      const found = await register.list();
      deepEqual(
        found.map(({ id, name, version, node, startedAt, stoppedAt }) => [
          { id, name, version, node, startedAt },
          stoppedAt,
        ]),
        [
          [second, null],
          [first, null],
        ],
      );
      ok(found.every(({ silentMs }) => silentMs >= 0 && silentMs < 60_000));
    },
  },
  {
    name: 'keeps when a replica left, and nothing of one that was never announced',
    check: async (register) => {
      await register.announce(first);
      await register.leave(first.id);
      await register.leave(second.id);
      const found = await register.list();
      equal(found.length, 1);
      equal(found[0]?.stoppedAt, found[0]?.seenAt);
    },
  },
  {
    name: 'forgets replicas that were not seen for a time',
    check: async (register) => {
      await register.announce(first);
      await register.forget(60_000);
      equal((await register.list()).length, 1);
      await register.forget(0);
      deepEqual(await register.list(), []);
    },
  },
];
