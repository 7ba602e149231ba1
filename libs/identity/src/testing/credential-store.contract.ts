import { deepEqual, equal } from 'node:assert/strict';
import type { Account, Passkey, SignInLink } from '../sign-in/account.js';
import type { CredentialStore } from '../sign-in/account-store.js';

type Owner = Pick<Account, 'id' | 'organisationId'>;

export interface CredentialStoreContractCase {
  readonly name: string;
  /** `account(n)` is an account without credentials; `uuid(n)` an id. */
  readonly check: (stores: {
    readonly store: CredentialStore;
    readonly account: (n: number) => Owner;
    readonly uuid: (n: number) => string;
  }) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);

const aPasskey = (id: string, { id: accountId, organisationId }: Owner, credentialId: string): Passkey => ({
  ...{ id, organisationId, accountId, credentialId, publicKey: new Uint8Array([7, 0, 255]), counter: 3 },
  ...{ transports: ['internal', 'usb'], rpId: 'localhost', name: 'Laptop', createdAt: at, lastUsedAt: null },
});

const aLink = (
  id: string,
  { id: accountId, organisationId }: Owner,
  digest: string,
  purpose: SignInLink['purpose'] = 'reset',
): SignInLink => ({
  ...{ id, organisationId, accountId, purpose, digest, createdAt: at, createdBy: null, expiresAt: at + 1_000 },
});

/** What every CredentialStore promises. */
export const credentialStoreContract: readonly CredentialStoreContractCase[] = [
  {
    name: 'a password replaces the one before',
    check: async ({ store, account }) => {
      deepEqual(await store.of(account(1).id), { password: null, passkeys: [] });
      await store.setPassword(account(1), 'one', at);
      await store.setPassword(account(1), 'two', at + 1);
      deepEqual((await store.of(account(1).id)).password, { hash: 'two', setAt: at + 1 });
      equal((await store.of(account(2).id)).password, null);
    },
  },
  {
    name: 'a passkey is found by the id of its credential, registered once, and counted',
    check: async ({ store, account, uuid }) => {
      const passkey = aPasskey(uuid(1), account(1), 'credential-1');
      equal(await store.addPasskey(passkey), 'added');
      equal(await store.addPasskey({ ...passkey, id: uuid(2), accountId: account(2).id }), 'taken');
      deepEqual(await store.passkey('credential-1'), passkey);
      equal(await store.passkey('credential-2'), undefined);
      deepEqual((await store.counts([account(1).id, account(2).id])).get(account(1).id), {
        password: false,
        passkeys: 1,
      });
    },
  },
  {
    name: 'of two uses of a passkey with one counter, one is stored',
    check: async ({ store, account, uuid }) => {
      await store.addPasskey(aPasskey(uuid(1), account(1), 'credential-1'));
      const use = () => store.usePasskey(uuid(1), { from: 3, to: 4 }, at + 9);
      deepEqual((await Promise.all([use(), use()])).toSorted(), [false, true]);
      const stored = await store.passkey('credential-1');
      deepEqual([stored?.counter, stored?.lastUsedAt], [4, at + 9]);
    },
  },
  {
    name: 'the last credential stays',
    check: async ({ store, account, uuid }) => {
      await store.addPasskey(aPasskey(uuid(1), account(1), 'credential-1'));
      equal(await store.removePasskey(account(1).id, uuid(1)), 'last');
      await store.addPasskey(aPasskey(uuid(2), account(1), 'credential-2'));
      equal(await store.removePasskey(account(2).id, uuid(1)), 'missing');
      equal(await store.removePasskey(account(1).id, uuid(1)), 'removed');
      equal(await store.removePasskey(account(1).id, uuid(2)), 'last');
      await store.setPassword(account(1), 'hash', at);
      equal(await store.removePasskey(account(1).id, uuid(2)), 'removed');
    },
  },
  {
    name: 'a link is used once, until it expires',
    check: async ({ store, account, uuid }) => {
      const link = aLink(uuid(1), account(1), 'digest-1');
      await store.addLink(link);
      deepEqual(await store.link('digest-1', at), link);
      equal(await store.link('digest-1', at + 1_000), undefined);
      equal(await store.redeem('digest-1', { kind: 'password', hash: 'late' }, at + 1_000), undefined);
      const redeem = () => store.redeem('digest-1', { kind: 'password', hash: 'one' }, at);
      const used = await Promise.all([redeem(), redeem()]);
      deepEqual(
        used.filter((it) => it !== undefined),
        [link],
      );
      deepEqual((await store.of(account(1).id)).password, { hash: 'one', setAt: at });
    },
  },
  {
    name: 'a reset replaces every credential, and a first credential is never a second one',
    check: async ({ store, account, uuid }) => {
      await store.setPassword(account(1), 'before', at);
      await store.addLink(aLink(uuid(1), account(1), 'digest-1', 'first-credential'));
      equal(await store.redeem('digest-1', { kind: 'password', hash: 'second' }, at), 'taken');
      await store.addLink(aLink(uuid(2), account(1), 'digest-2', 'reset'));
      const passkey = aPasskey(uuid(3), account(1), 'credential-1');
      equal(typeof (await store.redeem('digest-2', { kind: 'passkey', passkey }, at)), 'object');
      deepEqual(await store.of(account(1).id), { password: null, passkeys: [passkey] });
    },
  },
  {
    name: 'a new link replaces those before; links for a first credential stand beside each other until one is used',
    check: async ({ store, account, uuid }) => {
      await store.addLink(aLink(uuid(1), account(1), 'digest-1', 'reset'));
      await store.addLink(aLink(uuid(2), account(1), 'digest-2', 'reset'));
      equal(await store.link('digest-1', at), undefined);
      await store.addLink(aLink(uuid(3), account(2), 'digest-3', 'first-credential'));
      await store.addLink(aLink(uuid(4), account(2), 'digest-4', 'first-credential'));
      await store.redeem('digest-3', { kind: 'password', hash: 'one' }, at);
      equal(await store.link('digest-4', at), undefined);
      equal(await store.pruneLinks(at + 1_001), 1);
      equal(await store.link('digest-2', at), undefined);
    },
  },
];
