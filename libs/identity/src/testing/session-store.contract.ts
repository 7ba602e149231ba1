import { deepEqual, equal } from 'node:assert/strict';
import type { Account, AccountSession } from '../sign-in/account.js';
import type { SessionStore } from '../sign-in/account-store.js';

type Owner = Pick<Account, 'id' | 'organisationId'>;

export interface SessionStoreContractCase {
  readonly name: string;
  /** `read` answers the session as the change feed delivers it. */
  readonly check: (stores: {
    readonly store: SessionStore;
    readonly account: (n: number) => Owner;
    readonly uuid: (n: number) => string;
    readonly read: (id: string) => Promise<AccountSession | undefined>;
  }) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);
const aSession = (id: string, { id: accountId, organisationId }: Owner): AccountSession => ({
  ...{ id, organisationId, accountId, digest: `sha256:${id}`, method: 'password', client: null, address: '::1' },
  ...{ createdAt: at, lastSeenAt: at, expiresAt: at + 10_000, reauthenticatedAt: null },
});

/** What every SessionStore promises. */
export const sessionStoreContract: readonly SessionStoreContractCase[] = [
  {
    name: 'a session is read as it was written, and ends once',
    check: async ({ store, account, uuid, read }) => {
      const session = aSession(uuid(1), account(1));
      await store.add(session);
      deepEqual(await read(uuid(1)), session);
      equal(await store.end(uuid(1)), true);
      equal(await store.end(uuid(1)), false);
      equal(await read(uuid(1)), undefined);
      equal(await store.reauthenticated(uuid(1), at), false);
    },
  },
  {
    name: 'the last request is stored and never goes back',
    check: async ({ store, account, uuid, read }) => {
      await store.add(aSession(uuid(1), account(1)));
      await store.seen(uuid(1), at + 500);
      await store.seen(uuid(1), at + 400);
      equal(await store.reauthenticated(uuid(1), at + 600), true);
      const found = await read(uuid(1));
      deepEqual([found?.lastSeenAt, found?.reauthenticatedAt], [at + 500, at + 600]);
    },
  },
  {
    name: 'the sessions of an account end together, but one',
    check: async ({ store, account, uuid, read }) => {
      for (const n of [1, 2, 3]) await store.add(aSession(uuid(n), account(1)));
      await store.add(aSession(uuid(4), account(2)));
      equal(await store.endAll(account(1).id, uuid(2)), 2);
      deepEqual(await Promise.all([1, 2, 3, 4].map(async (n) => (await read(uuid(n))) !== undefined)), [
        false,
        true,
        false,
        true,
      ]);
      equal(await store.endAll(account(1).id), 1);
    },
  },
  {
    name: 'expired and idle sessions are removed',
    check: async ({ store, account, uuid, read }) => {
      await store.add(aSession(uuid(1), account(1)));
      await store.add({ ...aSession(uuid(2), account(1)), expiresAt: at + 99_000 });
      await store.add({ ...aSession(uuid(3), account(1)), expiresAt: at + 99_000, lastSeenAt: at + 5_000 });
      equal(await store.prune(at + 10_001, at + 1), 2);
      equal((await read(uuid(3)))?.id, uuid(3));
    },
  },
];
