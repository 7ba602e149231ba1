import { describe, expect, it } from '@jest/globals';
import type { Account, AccountSession } from '../sign-in/account.js';
import { accountStoreContract } from './account-store.contract.js';
import { attemptStoreContract } from './attempt-store.contract.js';
import { credentialStoreContract } from './credential-store.contract.js';
import { InMemoryAccountStore } from './in-memory-account-store.js';
import { InMemoryAttemptStore } from './in-memory-attempt-store.js';
import { InMemoryCredentialStore } from './in-memory-credential-store.js';
import { InMemorySessionStore } from './in-memory-session-store.js';
import { sessionStoreContract } from './session-store.contract.js';

const organisationId = 'org';
const person = (n: number): string => `person-${n}`;
const account = (n: number) => ({ id: person(n), organisationId });
const uuid = (n: number): string => `id-${n}`;

describe('the in-memory stores keep their contracts', () => {
  it.each(accountStoreContract)('AccountStore: $name', async ({ check }) => {
    const states = new Map<string, Account>();
    const store = new InMemoryAccountStore((it) => void states.set(it.id, it));
    await expect(check({ store, organisationId, person, read: async (id) => states.get(id) })).resolves.toBeUndefined();
  });

  it.each(credentialStoreContract)('CredentialStore: $name', async ({ check }) => {
    await expect(check({ store: new InMemoryCredentialStore(), account, uuid })).resolves.toBeUndefined();
  });

  it.each(sessionStoreContract)('SessionStore: $name', async ({ check }) => {
    const states = new Map<string, AccountSession | null>();
    const store = new InMemorySessionStore(({ id, state }) => void states.set(id, state));
    await expect(
      check({ store, account, uuid, read: async (id) => states.get(id) ?? undefined }),
    ).resolves.toBeUndefined();
  });

  it.each(attemptStoreContract)('AttemptStore: $name', async ({ check }) => {
    await expect(check(new InMemoryAttemptStore())).resolves.toBeUndefined();
  });
});
