import { deepEqual, equal } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import type { ChangeFeed } from '@assay/kernel';
import {
  aGrantRow,
  aKeyRow,
  aNamespaceRow,
  anEndorsementRow,
  anOrganisationRow,
  aPrincipalRow,
} from '@assay/registry/testing';
import { FollowedState } from './followed-state.js';
import type { StoreChange } from './in-memory-change-feed.js';

/** An empty store and the feed that tells of it. */
export interface IdentityFixture {
  readonly identities: IdentityStore;
  readonly feed: ChangeFeed<StoreChange>;
}

export interface IdentityContractCase {
  readonly name: string;
  readonly check: (fixture: IdentityFixture) => Promise<void>;
}

async function withPeople({ identities, feed }: IdentityFixture) {
  const state = await new FollowedState(feed).start();
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id, 'ann'));
  const bob = await identities.addPrincipal(aPrincipalRow(organisation.id, 'bob'));
  return { identities, state, organisation, ann, bob };
}

/** What every IdentityStore promises. */
export const identityStoreContract: readonly IdentityContractCase[] = [
  {
    name: 'an organisation is reported, and its name is taken then',
    check: async ({ identities, feed }) => {
      const state = await new FollowedState(feed).start();
      const first = anOrganisationRow('acme');
      equal(await identities.addOrganisation(first), 'added');
      equal(await identities.addOrganisation(anOrganisationRow('acme')), 'taken');
      deepEqual(await state.of('organisation', first.id), first);
      equal(state.size, 1);
    },
  },
  {
    name: 'a principal of a present name is the present one',
    check: async (fixture) => {
      const { identities, state, organisation, ann } = await withPeople(fixture);
      deepEqual(await identities.addPrincipal(aPrincipalRow(organisation.id, 'ann')), ann);
      deepEqual(await state.of('principal', ann.id), ann);
    },
  },
  {
    name: 'the same name in another organisation is another principal',
    check: async (fixture) => {
      const { identities, ann } = await withPeople(fixture);
      const other = anOrganisationRow('other');
      await identities.addOrganisation(other);
      const namesake = aPrincipalRow(other.id, 'ann');
      deepEqual(await identities.addPrincipal(namesake), namesake);
      equal(namesake.id === ann.id, false);
    },
  },
  {
    name: 'of principals added at once under one name there is one',
    check: async (fixture) => {
      const { identities, organisation } = await withPeople(fixture);
      const added = await Promise.all(
        Array.from({ length: 8 }, () => identities.addPrincipal(aPrincipalRow(organisation.id, 'cleo'))),
      );
      equal(new Set(added.map(({ id }) => id)).size, 1);
    },
  },
  {
    name: 'a key keeps its scopes, narrowing and expiry',
    check: async (fixture) => {
      const { identities, state, ann, bob } = await withPeople(fixture);
      const wide = aKeyRow(ann);
      const narrow = aKeyRow(bob, {
        namespaces: [],
        scopes: ['tools:call'],
        expiresAt: wide.createdAt + 1,
        createdBy: ann.id,
      });
      await identities.addKey(wide);
      await identities.addKey(narrow);
      deepEqual(await state.of('key', wide.id), wide);
      deepEqual(await state.of('key', narrow.id), narrow);
    },
  },
  {
    name: 'a key is revoked once, and its first revocation stays',
    check: async (fixture) => {
      const { identities, state, ann } = await withPeople(fixture);
      const key = aKeyRow(ann);
      await identities.addKey(key);
      equal(await identities.revokeKey(key.id, key.createdAt + 5), true);
      equal(await identities.revokeKey(key.id, key.createdAt + 9), false);
      equal(await identities.revokeKey(ann.id, key.createdAt), false);
      equal((await state.of('key', key.id))?.revokedAt, key.createdAt + 5);
    },
  },
  {
    name: "a client's key keeps its latest access tokens, and none once it is revoked",
    check: async (fixture) => {
      const { identities, state, ann } = await withPeople(fixture);
      const client = { clientId: 'editor', clientName: 'Editor', resource: 'http://localhost/mcp' };
      const key = aKeyRow(ann, { delegation: { ...client, tokens: [] } });
      const now = key.createdAt;
      const token = (prefix: string, expiresAt = now + 60_000) => ({
        ...{ prefix, hash: `sha256:${prefix}`, scopes: ['tools:call'], expiresAt },
      });
      const tokens = async () => (await state.of('key', key.id))?.delegation?.tokens.map((it) => it.prefix);
      await identities.addKey(key);
      equal(await identities.addToken(key.id, token('short', now + 5), now + 90_000, now), true);
      for (const prefix of ['a', 'b', 'c', 'd', 'e'])
        equal(await identities.addToken(key.id, token(prefix), now + 99_000, now + 10), true);
      deepEqual(await tokens(), ['b', 'c', 'd', 'e']);
      equal((await state.of('key', key.id))?.expiresAt, now + 99_000);
      deepEqual((await state.of('key', key.id))?.delegation?.tokens[0], token('b'));
      for (const prefix of ['b', 'c', 'd', 'e']) await identities.removeToken(key.id, prefix);
      deepEqual(await tokens(), []);
      equal(await identities.addToken(key.id, token('f'), now + 99_000, now), true);
      await identities.revokeKey(key.id, now + 20);
      equal(await identities.addToken(key.id, token('g'), now + 99_000, now), false);
    },
  },
  {
    name: 'an ordinary key takes no access token',
    check: async (fixture) => {
      const { identities, ann } = await withPeople(fixture);
      const key = aKeyRow(ann);
      await identities.addKey(key);
      const token = { prefix: 'a', hash: 'sha256:a', scopes: [], expiresAt: key.createdAt + 1 };
      equal(await identities.addToken(key.id, token, key.createdAt, key.createdAt), false);
    },
  },
  {
    name: 'a namespace has its owners, and its name is reserved',
    check: async (fixture) => {
      const { identities, state, ann, bob } = await withPeople(fixture);
      const namespace = aNamespaceRow(ann);
      equal(await identities.addNamespace(namespace), 'added');
      equal(await identities.addNamespace(aNamespaceRow(bob)), 'taken');
      deepEqual(await state.of('namespace', namespace.id), namespace);
    },
  },
  {
    name: 'a change of visibility or owners is a change of the namespace',
    check: async (fixture) => {
      const { identities, state, ann, bob } = await withPeople(fixture);
      const namespace = aNamespaceRow(ann);
      await identities.addNamespace(namespace);
      equal(await identities.changeVisibility('acme', 'public'), true);
      equal((await state.of('namespace', namespace.id))?.visibility, 'public');
      equal(await identities.addOwner('acme', bob.id), true);
      equal(await identities.addOwner('acme', bob.id), true);
      deepEqual([...((await state.of('namespace', namespace.id))?.owners ?? [])].sort(), [ann.id, bob.id].sort());
      equal(await identities.removeOwner('acme', ann.id), 'removed');
      deepEqual((await state.of('namespace', namespace.id))?.owners, [bob.id]);
    },
  },
  {
    name: 'what is not there cannot be changed',
    check: async (fixture) => {
      const { identities, ann, bob } = await withPeople(fixture);
      equal(await identities.changeVisibility('nowhere', 'public'), false);
      equal(await identities.addOwner('nowhere', ann.id), false);
      equal(await identities.removeOwner('nowhere', ann.id), 'missing');
      await identities.addNamespace(aNamespaceRow(ann));
      equal(await identities.removeOwner('acme', bob.id), 'missing');
      equal(await identities.removeGrant(ann.id), false);
      equal(await identities.removeEndorsement(ann.id), false);
    },
  },
  {
    name: 'a namespace keeps its last owner, also when two leave at once',
    check: async (fixture) => {
      const { identities, state, ann, bob } = await withPeople(fixture);
      const namespace = aNamespaceRow(ann);
      await identities.addNamespace(namespace);
      equal(await identities.removeOwner('acme', ann.id), 'last');
      await identities.addOwner('acme', bob.id);
      const left = await Promise.all([identities.removeOwner('acme', ann.id), identities.removeOwner('acme', bob.id)]);
      deepEqual(left.sort(), ['last', 'removed']);
      equal((await state.of('namespace', namespace.id))?.owners.length, 1);
    },
  },
  {
    name: 'a grant comes and goes',
    check: async (fixture) => {
      const { identities, state, ann } = await withPeople(fixture);
      const grant = aGrantRow(ann);
      await identities.addGrant(grant);
      deepEqual(await state.of('grant', grant.id), grant);
      equal(await identities.removeGrant(grant.id), true);
      equal(await state.of('grant', grant.id), null);
    },
  },
  {
    name: 'a grant of a whole server is kept as one',
    check: async (fixture) => {
      const { identities, state, ann } = await withPeople(fixture);
      const grant = { ...aGrantRow(ann), tool: null, server: 'acme/orders' };
      await identities.addGrant(grant);
      deepEqual(await state.of('grant', grant.id), grant);
    },
  },
  {
    name: 'a tool is endorsed once in an organisation',
    check: async (fixture) => {
      const { identities, state, organisation } = await withPeople(fixture);
      const endorsement = anEndorsementRow(organisation.id);
      deepEqual(await identities.addEndorsement(endorsement), endorsement);
      deepEqual(await identities.addEndorsement(anEndorsementRow(organisation.id)), endorsement);
      deepEqual(await state.of('endorsement', endorsement.id), endorsement);
      equal(await identities.removeEndorsement(endorsement.id), true);
      equal(await state.of('endorsement', endorsement.id), null);
    },
  },
];
