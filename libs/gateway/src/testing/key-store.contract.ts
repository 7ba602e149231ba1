import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { PublisherKey, PublisherKeyStore, RegistryKey, RegistryKeyStore, Signature } from '@assay/registry';
import { aVersionRow } from '@assay/registry/testing';
import { type CatalogueFixture, withNamespace } from './catalogue-store.contract.js';
import { FollowedState } from './followed-state.js';

export interface KeyFixture extends CatalogueFixture {
  readonly keys: RegistryKeyStore & PublisherKeyStore;
}

export interface KeyContractCase {
  readonly name: string;
  readonly check: (fixture: KeyFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
const aSignature = (parts: Partial<Signature> = {}): Signature => ({
  by: 'registry',
  keyId: '0'.repeat(16),
  signature: 'a'.repeat(86),
  signedAt: at,
  ...parts,
});

async function withKeys(fixture: KeyFixture) {
  const house = await withNamespace(fixture);
  const registryKey = (keyId: string, validFrom = at): RegistryKey => ({
    keyId: keyId.repeat(16),
    organisationId: house.organisation.id,
    publicKey: `key ${keyId}`,
    validFrom,
    validUntil: null,
  });
  const publisherKey = (keyId: string, parts: Partial<PublisherKey> = {}): PublisherKey => ({
    id: randomUUID(),
    organisationId: house.organisation.id,
    namespace: house.namespace.name,
    keyId: keyId.repeat(16),
    publicKey: `key ${keyId}`,
    title: 'release machine',
    createdAt: at,
    createdBy: house.ann.id,
    retiredAt: null,
    ...parts,
  });
  return { ...house, keys: fixture.keys, registryKey, publisherKey };
}

/** What every store of keys and signatures promises. */
export const keyStoreContract: readonly KeyContractCase[] = [
  {
    name: 'a registry’s new key ends the former one at the time that is given, and coming back takes the end away',
    check: async (fixture) => {
      const { keys, registryKey } = await withKeys(fixture);
      const [one, two] = [registryKey('1'), registryKey('2', at + 5)];
      deepEqual(await keys.useRegistryKey(one, at + 10), []);
      deepEqual(await keys.useRegistryKey(one, at + 10), []);
      deepEqual(await keys.useRegistryKey(two, at + 15), [one.keyId]);
      deepEqual(await keys.registryKeys(), [two, { ...one, validUntil: at + 15 }]);
      deepEqual(await keys.useRegistryKey({ ...one, validFrom: at + 20 }, at + 30), [two.keyId]);
      deepEqual(await keys.registryKeys(), [{ ...two, validUntil: at + 30 }, one]);
    },
  },
  {
    name: 'signatures are added to versions, reported, and added once per key and part',
    check: async (fixture) => {
      const { keys, catalogue, feed, namespace } = await withKeys(fixture);
      const state = await new FollowedState(feed).start();
      const version = aVersionRow(namespace);
      await catalogue.publish(version, 0);
      const [first, second] = [aSignature(), aSignature({ by: 'publisher', signedAt: at + 1 })];
      await keys.addSignatures(
        new Map([
          [version.id, first],
          [randomUUID(), first],
        ]),
      );
      await keys.addSignatures(new Map([[version.id, second]]));
      await keys.addSignatures(new Map([[version.id, aSignature({ signature: 'b'.repeat(86) })]]));
      await keys.addSignatures(new Map());
      deepEqual((await state.of('tool-version', version.id))?.signatures, [first, second]);
    },
  },
  {
    name: 'of one key and version signed at once one signature stays',
    check: async (fixture) => {
      const { keys, catalogue, feed, namespace } = await withKeys(fixture);
      const state = await new FollowedState(feed).start();
      const version = aVersionRow(namespace);
      await catalogue.publish(version, 0);
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          keys.addSignatures(new Map([[version.id, aSignature({ signedAt: at + n })]])),
        ),
      );
      equal((await state.of('tool-version', version.id))?.signatures.length, 1);
    },
  },
  {
    name: 'a publisher’s key is kept once a namespace, and retired once',
    check: async (fixture) => {
      const { keys, publisherKey, namespace } = await withKeys(fixture);
      const [one, two] = [publisherKey('1'), publisherKey('2', { title: '', createdBy: null })];
      deepEqual(await keys.addPublisherKey(two), two);
      deepEqual(await keys.addPublisherKey(one), one);
      deepEqual(await keys.addPublisherKey(publisherKey('1', { title: 'again' })), one);
      equal(await keys.retirePublisherKey(one.id, at + 3), true);
      equal(await keys.retirePublisherKey(one.id, at + 4), false);
      equal(await keys.retirePublisherKey(randomUUID(), at), false);
      deepEqual(await keys.publisherKeys(namespace.name), [{ ...one, retiredAt: at + 3 }, two]);
      deepEqual(await keys.publisherKeys('other'), []);
    },
  },
];
