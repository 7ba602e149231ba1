import { randomUUID } from 'node:crypto';
import {
  accountStoreContract,
  attemptStoreContract,
  credentialStoreContract,
  sessionStoreContract,
} from '@assay/identity/testing';
import {
  PostgresAccountStore,
  PostgresAttemptStore,
  PostgresCredentialStore,
  PostgresSessionStore,
  type StoredChange,
} from '@assay/persistence';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, withDatabase } from './fixture.js';

/** An organisation with five users, of whom the first `withAccounts` have an account, and a feed that is followed. */
async function people({ identities, database, feed }: Fixture, withAccounts: number) {
  const organisationId = randomUUID();
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const uuids = Array.from({ length: 9 }, () => randomUUID()).toSorted();
  const states = new Map<string, unknown>();
  await feed.start((changes: readonly StoredChange[]) => {
    for (const { kind, id, state } of changes)
      if (kind === 'account' || kind === 'session') states.set(id, state ?? undefined);
  });
  await identities.addOrganisation({ id: organisationId, name: 'acme', createdAt: 0 });
  const accounts = new PostgresAccountStore(database.pool);
  for (const [at, id] of ids.entries()) {
    await identities.addPrincipal({ id, organisationId, kind: 'user', name: `person-${at}`, createdAt: 0 });
    if (at < withAccounts)
      await accounts.add({
        ...{ id, organisationId, displayName: null, roles: ['caller'], external: null },
        ...{ disabledAt: null, resetAt: null, createdAt: 0, createdBy: null },
      });
  }
  return {
    organisationId,
    person: (n: number) => ids[n - 1] as string,
    account: (n: number) => ({ id: ids[n - 1] as string, organisationId }),
    uuid: (n: number) => uuids[n - 1] as string,
    read: async <T>(id: string): Promise<T | undefined> => {
      await feed.caughtUp();
      return states.get(id) as T | undefined;
    },
  };
}

describe('accounts in PostgreSQL keep their contracts', () => {
  it.each(accountStoreContract)('AccountStore: $name', async ({ check }) => {
    await expect(
      withDatabase(async (fixture) =>
        check({ store: new PostgresAccountStore(fixture.database.pool), ...(await people(fixture, 0)) }),
      ),
    ).resolves.toBeUndefined();
  });

  it.each(credentialStoreContract)('CredentialStore: $name', async ({ check }) => {
    await expect(
      withDatabase(async (fixture) =>
        check({ store: new PostgresCredentialStore(fixture.database.pool), ...(await people(fixture, 5)) }),
      ),
    ).resolves.toBeUndefined();
  });

  it.each(sessionStoreContract)('SessionStore: $name', async ({ check }) => {
    await expect(
      withDatabase(async (fixture) =>
        check({ store: new PostgresSessionStore(fixture.database.pool), ...(await people(fixture, 5)) }),
      ),
    ).resolves.toBeUndefined();
  });

  it.each(attemptStoreContract)('AttemptStore: $name', async ({ check }) => {
    await expect(
      withDatabase(({ database }) => check(new PostgresAttemptStore(database.pool))),
    ).resolves.toBeUndefined();
  });
});
