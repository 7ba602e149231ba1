import { deepEqual, equal } from 'node:assert/strict';
import type { AttemptStore } from '../sign-in/account-store.js';

export interface AttemptStoreContractCase {
  readonly name: string;
  readonly check: (store: AttemptStore) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);
const aChallenge = { challenge: 'c', purpose: 'sign-in', accountId: null, rpId: 'localhost', expiresAt: at + 1_000 };

/** What every AttemptStore promises. */
export const attemptStoreContract: readonly AttemptStoreContractCase[] = [
  {
    name: 'of many who take a challenge at once one gets it',
    check: async (store) => {
      await store.keep(aChallenge);
      const taken = await Promise.all(Array.from({ length: 8 }, () => store.take('c', at)));
      deepEqual(
        taken.filter((it) => it !== undefined),
        [aChallenge],
      );
    },
  },
  {
    name: 'an expired challenge is not taken',
    check: async (store) => {
      await store.keep(aChallenge);
      equal(await store.take('c', at + 1_000), undefined);
      equal(await store.take('c', at), undefined);
    },
  },
  {
    name: 'wrong passwords are counted by subject until they are forgotten',
    check: async (store) => {
      await Promise.all([1, 2, 3].map((n) => store.failed(['a', 'b'], at + n)));
      await store.failed(['b'], at + 9);
      const counted = await store.failures(['a', 'b', 'x']);
      deepEqual(
        [counted.get('a')?.count, counted.get('b'), counted.get('x')],
        [3, { count: 4, lastAt: at + 9 }, undefined],
      );
      await store.forget(['a']);
      deepEqual([...(await store.failures(['a', 'b'])).keys()], ['b']);
    },
  },
  {
    name: 'what is old is removed',
    check: async (store) => {
      await store.keep(aChallenge);
      await store.failed(['a'], at);
      await store.failed(['b'], at + 5);
      equal(await store.prune(at + 1_001, at + 1), 2);
      equal((await store.failures(['b'])).size, 1);
    },
  },
];
