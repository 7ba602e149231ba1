import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { Authorization, Connection, ConnectionStore } from '@assay/vault';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface ConnectionFixture {
  readonly identities: IdentityStore;
  readonly connections: ConnectionStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface ConnectionContractCase {
  readonly name: string;
  readonly check: (fixture: ConnectionFixture) => Promise<void>;
}

const start = Date.UTC(2026, 0, 1);
const idOf = (last: number): string => `0198f000-0000-7000-8000-00000000b0${String(last).padStart(2, '0')}`;

async function withConnection({ identities, connections, feed }: ConnectionFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const principal = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const connection: Connection = {
    id: idOf(1),
    organisationId: organisation.id,
    principalId: principal.id,
    shared: false,
    grantedTo: [],
    serverId: null,
    origin: 'https://api.example',
    namespaces: ['acme'],
    kind: 'oauth2',
    place: null,
    name: null,
    oauth: {
      grant: 'client_credentials',
      issuer: 'https://issuer.example',
      clientId: 'c',
      scopes: ['a'],
      resource: null,
    },
    secret: 'sealed secret',
    tokens: null,
    tokensExpireAt: null,
    state: 'ready',
    problem: null,
    revision: 1,
    createdAt: start,
    updatedAt: start,
  };
  return { store: connections, state, connection };
}

const authorizationOf = ({ id, organisationId, principalId }: Connection, state: string): Authorization => ({
  state,
  organisationId,
  connectionId: id,
  principalId,
  secret: 'sealed verifier',
  code: null,
  expiresAt: start + 60_000,
});

/** What every ConnectionStore promises. */
export const connectionStoreContract: readonly ConnectionContractCase[] = [
  {
    name: 'a connection is found, reported, and deleted',
    check: async (fixture) => {
      const { store, state, connection } = await withConnection(fixture);
      equal(await store.add(connection), true);
      deepEqual(await store.find(connection.id), connection);
      deepEqual(await state.of('connection', connection.id), connection);
      equal(await store.remove(connection.id), true);
      equal(await store.remove(connection.id), false);
      equal(await store.find(connection.id), undefined);
      equal(await state.of('connection', connection.id), null);
    },
  },
  {
    name: 'an owner has one for a target, and the organisation may share one beside it',
    check: async (fixture) => {
      const { store, connection } = await withConnection(fixture);
      equal(await store.add(connection), true);
      equal(await store.add({ ...connection, id: idOf(2) }), false);
      equal(await store.add({ ...connection, id: idOf(3), shared: true }), true);
      equal(await store.add({ ...connection, id: idOf(4), shared: true }), false);
      equal(await store.add({ ...connection, id: idOf(5), origin: 'https://other.example' }), true);
    },
  },
  {
    name: 'its revision grows with its credential alone, and a change may insist on one',
    check: async (fixture) => {
      const { store, connection } = await withConnection(fixture);
      await store.add(connection);
      equal(await store.change(connection.id, { state: 'broken', problem: 'why' }, start + 1, 1), true);
      deepEqual(await store.find(connection.id), {
        ...connection,
        state: 'broken',
        problem: 'why',
        updatedAt: start + 1,
      });
      equal(await store.change(connection.id, { tokens: 't', tokensExpireAt: start + 9 }, start + 2), true);
      equal((await store.find(connection.id))?.revision, 2);
      equal(await store.change(connection.id, { tokens: 'late' }, start + 3, 1), false);
      equal((await store.find(connection.id))?.tokens, 't');
      equal(await store.change(idOf(9), { tokens: 't' }, start), false);
    },
  },
  {
    name: 'a lease is one at a time, and ends by time, release or change',
    check: async (fixture) => {
      const { store, connection } = await withConnection(fixture);
      const { id } = connection;
      await store.add(connection);
      const leased = async (now: number) => (await store.lease(id, now, now + 100))?.leased;
      equal(await store.lease(idOf(9), start, start + 100), undefined);
      const both = await Promise.all([leased(start), leased(start)]);
      deepEqual(both.sort(), [false, true]);
      equal(await leased(start + 99), false);
      equal(await leased(start + 100), true);
      await store.release(id);
      equal(await leased(start + 101), true);
      await store.change(id, { tokens: 'new' }, start + 102);
      equal(await leased(start + 103), true);
    },
  },
  {
    name: 'an authorization is taken once, and not after its time',
    check: async (fixture) => {
      const { store, connection } = await withConnection(fixture);
      await store.add(connection);
      const first = authorizationOf(connection, 'one');
      await store.begin(first, start);
      const second = { ...first, state: 'two' };
      await store.begin(second, start);
      equal(await store.take('one', start), undefined);
      equal(await store.take('two', start + 60_000), undefined);
      const taken = await Promise.all([store.take('two', start), store.take('two', start)]);
      deepEqual(
        taken.filter((it) => it !== undefined),
        [second],
      );
    },
  },
  {
    name: 'an answered one is looked at so many times',
    check: async (fixture) => {
      const { store, connection } = await withConnection(fixture);
      await store.add(connection);
      const answered = { ...authorizationOf(connection, 'one'), code: 'digest' };
      await store.begin(authorizationOf(connection, 'zero'), start);
      equal(await store.answered(connection.id, start, 2), undefined);
      await store.begin(answered, start);
      equal(await store.take('one', start), undefined);
      equal(await store.answered(connection.id, start + 60_000, 2), undefined);
      deepEqual(await store.answered(connection.id, start, 2), answered);
      deepEqual(await store.answered(connection.id, start, 2), answered);
      equal(await store.answered(connection.id, start, 2), undefined);
      await store.begin(answered, start);
      await store.end(connection.id);
      equal(await store.answered(connection.id, start, 2), undefined);
    },
  },
];
