import { FakeSigner, fakeSignature } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { manifestDigest } from '../digests.js';
import { aManifest } from '../testing/builders.js';
import { entryText } from './entry-text.js';
import type { PublisherKey } from './publisher-key-store.js';
import { takePublisherSignature } from './publisher-signature.js';

const verifier = new FakeSigner();
const { keyId = '' } = verifier.read('key of ann') ?? {};
const aKey = (parts: Partial<PublisherKey> = {}): PublisherKey => ({
  id: 'key',
  organisationId: 'org-acme',
  namespace: 'acme',
  keyId,
  publicKey: 'key of ann',
  title: '',
  createdAt: 0,
  createdBy: null,
  retiredAt: null,
  ...parts,
});
const manifest = aManifest();
const text = entryText({ manifest, manifestDigest: manifestDigest(manifest) });

function take(
  keys: readonly PublisherKey[],
  signature = fakeSignature('key of ann', text),
  id = keyId,
  current = 'acme',
) {
  const publisherKeys = {
    publisherKeys: async (namespace: string) => keys.filter((it) => it.namespace === namespace),
  };
  const directory = { namespace: () => ({ name: current }) as never };
  return takePublisherSignature({ publisherKeys, verifier, directory }, manifest, { keyId: id, signature }, 17);
}

describe('takePublisherSignature', () => {
  it('accepts a signature of a registered key over the manifest', async () => {
    expect(await take([aKey()])).toEqual({
      ok: true,
      value: { by: 'publisher', keyId, signature: fakeSignature('key of ann', text), signedAt: 17 },
    });
  });

  it("finds the key under the namespace's current name", async () => {
    expect((await take([aKey({ namespace: 'renamed' })], undefined, keyId, 'renamed')).ok).toBe(true);
    expect((await take([aKey({ namespace: 'renamed' })])).ok).toBe(false);
  });

  it.each([
    ['no keys', [], 'has no publisher keys: register the public key with POST /v1/namespaces/acme/keys'],
    ['another key', [aKey({ keyId: 'f'.repeat(16) })], `has no key ${keyId}`],
    ['a retired key', [aKey({ retiredAt: 1 })], 'has been retired: sign with another one'],
  ])('refuses a signature where the namespace has %s', async (_, keys, message) => {
    const taken = await take(keys);
    expect(taken).toMatchObject({ ok: false, error: { code: 'invalid_signature' } });
    expect(!taken.ok && taken.error.message).toContain(message);
  });

  it('rejects a signature of other content, and states the text to sign', async () => {
    const taken = await take([aKey()], fakeSignature('key of ann', `${text}.`));
    expect(taken).toMatchObject({ ok: false, error: { code: 'invalid_signature', data: { signedText: text } } });
  });
});
