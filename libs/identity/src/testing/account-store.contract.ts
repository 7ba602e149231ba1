import { deepEqual, equal } from 'node:assert/strict';
import type { Account } from '../sign-in/account.js';
import type { AccountStore } from '../sign-in/account-store.js';

export interface AccountStoreContractCase {
  readonly name: string;
  /** `person(n)` is the id of a user without an account; `read` answers the account as the change feed delivers it. */
  readonly check: (stores: {
    readonly store: AccountStore;
    readonly organisationId: string;
    readonly person: (n: number) => string;
    readonly read: (id: string) => Promise<Account | undefined>;
  }) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);
const anAccount = (id: string, organisationId: string, parts: Partial<Account> = {}): Account => ({
  ...{ id, organisationId, displayName: null, roles: ['caller'], external: null },
  ...{ disabledAt: null, resetAt: null, createdAt: at, createdBy: null },
  ...parts,
});

/** What every AccountStore promises. */
export const accountStoreContract: readonly AccountStoreContractCase[] = [
  {
    name: 'an account is added once, and read as it was written',
    check: async ({ store, organisationId, person, read }) => {
      const external = { issuer: 'https://issuer.example', subject: 'ann' };
      const account = anAccount(person(1), organisationId, { displayName: 'Ann', external, resetAt: at + 1 });
      equal(await store.add(account), 'added');
      equal(await store.add({ ...account, roles: ['administrator'] }), 'taken');
      deepEqual(await read(person(1)), account);
    },
  },
  {
    name: 'the subject of an issuer has one account',
    check: async ({ store, organisationId, person }) => {
      const external = { issuer: 'https://issuer.example', subject: 'ann' };
      equal(await store.add(anAccount(person(1), organisationId, { external })), 'added');
      equal(await store.add(anAccount(person(2), organisationId, { external })), 'taken');
      equal(await store.add(anAccount(person(2), organisationId)), 'added');
    },
  },
  {
    name: 'a change touches what it names alone',
    check: async ({ store, organisationId, person, read }) => {
      const account = anAccount(person(1), organisationId, { displayName: 'Ann' });
      await store.add(account);
      equal(await store.change(person(1), { disabledAt: at + 5 }), true);
      deepEqual(await read(person(1)), { ...account, disabledAt: at + 5 });
      equal(await store.change(person(1), { disabledAt: null, roles: ['reviewer'], resetAt: at }), true);
      deepEqual(await read(person(1)), { ...account, roles: ['reviewer'], resetAt: at });
      equal(await store.change(person(2), { roles: ['reviewer'] }), false);
    },
  },
];
